"""Exception handlers around a place in a file: whether what it may raise is caught."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from itertools import pairwise

from daft_lint.index.traversal import TRIES, dotted, last_name

# What Daft's decorators raise where they don't take what they are given.
_RAISED = (TypeError, ValueError)
_SUPPRESSING = frozenset({"contextlib.suppress", "pytest.raises"})
_SUPPRESSING_METHODS = frozenset({"assertRaises", "assertRaisesRegex"})
_EXPECTING = {name.rpartition(".")[2] for name in _SUPPRESSING} | _SUPPRESSING_METHODS
_Handling = ast.Try | ast.With | ast.AsyncWith
_HANDLING: tuple[type[_Handling], ...] = (*TRIES, ast.With, ast.AsyncWith)


def is_handled(path: Sequence[ast.AST]) -> bool:
    """Whether a `try` or `with` on the way to a place may handle a TypeError or ValueError of it.

    A function that is only defined in one may be called elsewhere, and counts all the same.
    """
    handling = ((each, inner) for each, inner in pairwise(path) if isinstance(each, _HANDLING))
    return any(inner in each.body and _expects(each) for each, inner in handling)


def is_conditional(path: Sequence[ast.AST]) -> bool:
    """Whether a place is in a branch, which another version of Daft may leave alone."""
    return any(isinstance(node, ast.If | ast.Match | ast.IfExp) for node in path)


def _expects(node: _Handling) -> bool:
    """Whether a `try` or `with` may handle a TypeError or ValueError of its body."""
    if isinstance(node, ast.With | ast.AsyncWith):
        makers = (item.context_expr for item in node.items)
        return any(isinstance(m, ast.Call) and last_name(m.func) in _EXPECTING for m in makers)
    return any(handler.type is None or _may_catch(handler.type) for handler in node.handlers)


def _may_catch(kind: ast.expr) -> bool:
    """Whether a handler is for such errors: not if it is for other built-in ones alone."""
    if isinstance(kind, ast.Tuple):
        return any(map(_may_catch, kind.elts))
    caught = getattr(builtins, dotted(kind), None)
    if not (isinstance(caught, type) and issubclass(caught, BaseException)):
        return True
    return any(issubclass(error, caught) for error in _RAISED)
