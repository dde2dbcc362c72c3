"""What the code of a UDF shows by itself: that it keeps state, and that it makes heavy rows."""

from __future__ import annotations

import ast

from daft_lint.index.traversal import FUNCTIONS, MUTATORS, dotted, own_nodes

_YIELDED = ("Iterator", "Iterable", "Generator")
_HEAVY_TYPES = frozenset({"binary", "fixed_shape_tensor", "image", "tensor"})


def keeps_state(method: ast.AST) -> bool:
    """Whether a method changes in place what its object holds: `self.seen.add(row)`.

    An attribute that is only set, such as a model that is loaded late, is none.
    """
    assert isinstance(method, (*FUNCTIONS, ast.Lambda))
    first = [*method.args.posonlyargs, *method.args.args][:1]
    changed = map(_changed, own_nodes(method))
    return bool(first) and any(dotted(each).startswith(f"{first[0].arg}.") for each in changed)


def _changed(node: ast.AST) -> ast.AST:
    """What a node itself changes in place; no name where that is nothing."""
    match node:
        case (
            ast.AugAssign(target=changed)
            | ast.Subscript(value=changed, ctx=ast.Store() | ast.Del())
        ):
            pass
        case ast.Call(func=ast.Attribute(value=changed, attr=name)) if name in MUTATORS:
            pass
        case _:
            return ast.Pass()
    while isinstance(changed, ast.Subscript):
        changed = changed.value
    return changed


def makes_heavy(node: ast.AST) -> bool:
    """Whether a function returns or yields bytes, images or tensors: by annotation or decorator."""
    if not isinstance(node, FUNCTIONS):
        return False
    returns = node.returns
    if isinstance(returns, ast.Subscript) and dotted(returns.value).endswith(_YIELDED):
        first = returns.slice
        returns = first.elts[0] if isinstance(first, ast.Tuple) and first.elts else first
    if isinstance(returns, ast.Name) and returns.id == "bytes":
        return True
    calls = (decorator for decorator in node.decorator_list if isinstance(decorator, ast.Call))
    return any(
        option.arg == "return_dtype"
        and isinstance(option.value, ast.Call)
        and isinstance(option.value.func, ast.Attribute)
        and option.value.func.attr in _HEAVY_TYPES
        for call in calls
        for option in call.keywords
    )
