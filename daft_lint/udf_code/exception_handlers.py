"""Exception handlers around a place in a file: whether what it may raise is caught."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from itertools import pairwise

import libcst as cst

from daft_lint.syntax.traversal import children
from daft_lint.udf_code.targets import dotted

# What Daft's decorators raise where they don't take what they are given.
_RAISED = (TypeError, ValueError)
_SUPPRESSING = frozenset({"contextlib.suppress", "pytest.raises"})
_SUPPRESSING_METHODS = frozenset({"assertRaises", "assertRaisesRegex"})
_EXPECTING = {name.rpartition(".")[2] for name in _SUPPRESSING} | _SUPPRESSING_METHODS


def around(node: cst.CSTNode, module: cst.Module) -> tuple[cst.CSTNode, ...]:
    """All that a node stands in, from the module on, and last itself; nothing if it isn't there."""
    waiting: list[tuple[cst.CSTNode, ...]] = [(module,)]
    while waiting:
        path = waiting.pop()
        if path[-1] is node:
            return path
        waiting += [(*path, child) for child in children(path[-1])]
    return ()


def is_handled(path: Sequence[cst.CSTNode]) -> bool:
    """Whether a `try` or `with` on the way to a place may handle a TypeError or ValueError of it.

    A function that is only defined in one may be called elsewhere, and counts all the same.
    """
    return any(
        inner is outer.body and expects(outer)
        for outer, inner in pairwise(path)
        if isinstance(outer, cst.Try | cst.TryStar | cst.With)
    )


def is_conditional(path: Sequence[cst.CSTNode]) -> bool:
    """Whether a place is in a branch, which another version of Daft may leave alone."""
    return any(isinstance(cst_node, cst.If | cst.Match | cst.IfExp) for cst_node in path)


def expects(node: cst.Try | cst.TryStar | cst.With) -> bool:
    """Whether a `try` or `with` may handle a TypeError or ValueError of its body."""
    if isinstance(node, cst.With):
        return any(_last_name(item.item) in _EXPECTING for item in node.items)
    return any(handler.type is None or _may_catch(handler.type) for handler in node.handlers)


def _last_name(manager: cst.BaseExpression) -> str:
    """The name of what makes a manager, as in `with self.assertRaises(TypeError)`."""
    if not isinstance(manager, cst.Call):
        return ""
    if isinstance(manager.func, cst.Attribute):
        return manager.func.attr.value
    return manager.func.value if isinstance(manager.func, cst.Name) else ""


def _may_catch(kind: cst.BaseExpression) -> bool:
    """Whether a handler is for such errors: not if it is for other built-in ones alone."""
    if isinstance(kind, cst.Tuple):
        return any(_may_catch(element.value) for element in kind.elements)
    caught = getattr(builtins, dotted(kind), None)
    if not (isinstance(caught, type) and issubclass(caught, BaseException)):
        return True
    return any(issubclass(error, caught) for error in _RAISED)
