"""What the code of a UDF shows by itself: that it has state, heavy rows, and a model on a GPU."""

from __future__ import annotations

import ast

from daft_lint.index.traversal import FUNCTIONS, MUTATORS, dotted, own_nodes, walk

_YIELDED = ("Iterator", "Iterable", "Generator")
HEAVY_TYPES = frozenset({"binary", "fixed_shape_tensor", "image", "tensor"})
# Functions that give what is in a file, and what passes that on, larger or smaller.
_READERS = (
    "Image.open",
    "imread",
    "librosa.load",
    "np.load",
    "numpy.load",
    "read_image",
    "sf.read",
    "soundfile.read",
    "torchaudio.load",
)
_PASSING = frozenset({"BytesIO", "array", "asarray", "bytes", "exif_transpose", "from_numpy"})
_OF_FILES = frozenset({"astype", "convert", "copy", "numpy", "read", "read_bytes", "resize"})


def keeps_state(method: ast.AST) -> bool:
    """Whether a method changes in place what its object holds: `self.seen.add(row)`.

    An attribute that is only set, such as a model that is loaded late, is none.
    """
    assert isinstance(method, (*FUNCTIONS, ast.Lambda))
    first = [*method.args.posonlyargs, *method.args.args][:1]
    changed = map(_changed, own_nodes(method))
    return bool(first) and any(dotted(each).startswith(f"{first[0].arg}.") for each in changed)


def _changed(node: ast.AST) -> ast.AST:
    """The node that another one changes in place; a `pass` where there is none."""
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
        and option.value.func.attr in HEAVY_TYPES
        for call in calls
        for option in call.keywords
    )


def holds_files(node: ast.AST) -> bool:
    """Whether a function puts what is in one file after another into a list."""
    for each in own_nodes(node):
        if isinstance(each, ast.ListComp) and _is_of_file(each.elt, frozenset()):
            return True
        if isinstance(each, ast.For) and _appends_files(each):
            return True
    return False


def uses_gpu(node: ast.AST) -> bool:
    """Whether code puts something on a GPU in any case: `.to("cuda")`, `device="cuda"`, vLLM."""
    return any(isinstance(each, ast.Call) and _is_on_gpu(each) for each in walk(node))


def _is_on_gpu(call: ast.Call) -> bool:
    called = dotted(call.func)
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    given = [each.value for each in call.keywords if each.arg in {"device", "device_map"}]
    given += call.args[:1] if method == "to" else []
    devices = [each.value for each in given if isinstance(each, ast.Constant)]
    # A number is that of a GPU.
    if any(type(each) is int or str(each).startswith("cuda") for each in devices):
        return True
    return (method == "cuda" and not call.args) or called in {"LLM", "vllm.LLM"}


def _appends_files(loop: ast.For) -> bool:
    """Whether a loop appends what is in the file of each of its rounds."""
    nodes = [part for statement in loop.body for part in own_nodes(statement)]
    names: set[str] = set()
    for part in sorted(nodes, key=lambda each: getattr(each, "lineno", 0)):
        match part:
            case ast.withitem(context_expr=made, optional_vars=ast.Name(id=name)):
                opened = isinstance(made, ast.Call) and dotted(made.func).endswith("open")
                names |= {name} if opened else set()
            case ast.Assign(targets=[ast.Name(id=name)], value=made):
                names |= {name} if _is_of_file(made, frozenset(names)) else set()
    return any(
        isinstance(part, ast.Call)
        and isinstance(part.func, ast.Attribute)
        and part.func.attr == "append"
        and len(part.args) == 1
        and _is_of_file(part.args[0], frozenset(names))
        for part in nodes
    )


def _is_of_file(value: ast.expr, names: frozenset[str]) -> bool:
    """Whether an expression is a file's content, or as large; so are `names`."""
    while True:
        match value:
            case ast.Call(func=func) if dotted(func).endswith(_READERS):
                return True
            case ast.Call(func=ast.Name(id="open")):
                return True
            case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if attr in _OF_FILES:
                value = inner
            case ast.Call(func=func, args=[inner, *_]) if (
                dotted(func).rpartition(".")[2] in _PASSING
            ):
                value = inner
            case ast.Name(id=name):
                return name in names
            case _:
                return False
