"""The statement `with`, and the blocks that handle what Daft raises."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from dataclasses import replace

from daft_lint.index.tree import dotted, own_nodes, walk
from daft_lint.inference.objects import Objects
from daft_lint.inference.run import Run
from daft_lint.inference.state import Way
from daft_lint.values.values import (
    NO_EXCEPTION,
    UNKNOWN,
    Arguments,
    FunctionValue,
    Imported,
    ObjectValue,
    Value,
)

SUPPRESSING = frozenset({"contextlib.suppress", "pytest.raises"})
SUPPRESSING_METHODS = frozenset({"assertRaises", "assertRaisesRegex"})
# What Daft's decorators raise where they don't take what they are given.
_RAISED = (TypeError, ValueError)
_EXPECTING = {name.rpartition(".")[2] for name in SUPPRESSING} | SUPPRESSING_METHODS
With = ast.With | ast.AsyncWith


class ContextManagers:
    """Runs the blocks of context managers."""

    attempt: Callable[..., tuple[list[Way], list[Way]]]

    def __init__(self, run: Run, objects: Objects) -> None:
        self._run = run
        self._objects = objects

    def run_with(self, node: With) -> None:
        """Run a `with`."""
        run, state = self._run, self._run.state
        is_suppressing, is_async = False, isinstance(node, ast.AsyncWith)
        enter, leave = ("__aenter__", "__aexit__") if is_async else ("__enter__", "__exit__")
        managers: list[Value] = []
        for item in node.items:
            expression = item.context_expr
            maker: Value = UNKNOWN
            if isinstance(expression, ast.Call) and dotted(expression.func):
                maker = run.value(expression.func)
            value = run.value(expression)
            managers.append(value)
            is_suppressing |= _suppresses(expression, maker, value)
            entered = self._called(value, enter, Arguments())
            if item.optional_vars is not None:
                run.store(item.optional_vars, entered)
        if state.ended:
            return
        if is_suppressing:
            mark, done = state.mark(), state.past.done
            run.branches += 1
            reached, raised = self.attempt(node.body, handles=_expects_with(node))
            run.branches -= 1
            state.go_back(mark, done)
            state.meet([*reached, *raised])
        else:
            run.block(node.body)
        # The managers of a block end it, the last one first, however it ended.
        ended, state.ended = state.ended, False
        for manager in reversed(managers):
            self._called(manager, leave, NO_EXCEPTION)
        state.ended = ended

    def _called(self, owner: Value, name: str, arguments: Arguments) -> Value:
        if not isinstance(owner, ObjectValue):
            return UNKNOWN
        method = owner.made_of.function(name)
        if method is None:
            return UNKNOWN
        return self._run.call(replace(method, bound_to=owner), arguments, None)


def _suppresses(expression: ast.expr, maker: Value, manager: Value) -> bool:
    """Whether `with expression:` may leave out the rest of its block without an exception.

    `maker` is what the expression calls, `manager` what it gives. Of what isn't in sight, only the
    usual ones do.
    """
    if isinstance(maker, Imported):
        return maker.name in SUPPRESSING
    if isinstance(maker, FunctionValue):
        nodes = own_nodes(maker.node)
        return any(isinstance(node, ast.Try) and _catches(node) for node in nodes)
    if isinstance(manager, ObjectValue):
        leaving = manager.made_of.function("__exit__")
        return leaving is not None and any(map(_answers, own_nodes(leaving.node)))
    function = expression.func if isinstance(expression, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in SUPPRESSING_METHODS


def _catches(node: ast.Try) -> bool:
    """Whether exceptions of the block come to a `try` around the `yield` of its manager."""
    inside = (part for statement in node.body for part in walk(statement))
    return bool(node.handlers) and any(isinstance(part, ast.Yield) for part in inside)


def _answers(node: ast.AST) -> bool:
    """Whether it returns something that may count as true."""
    if not isinstance(node, ast.Return) or node.value is None:
        return False
    return not (isinstance(node.value, ast.Constant) and node.value.value in (None, False))


def expects(node: ast.Try) -> bool:
    """Whether a `try` may handle a TypeError or ValueError of its body."""
    return any(handler.type is None or _may_catch(handler.type) for handler in node.handlers)


def _expects_with(node: With) -> bool:
    return any(_last_name(item.context_expr) in _EXPECTING for item in node.items)


def _last_name(manager: ast.expr) -> str:
    """The name of what makes a manager, as in `with self.assertRaises(TypeError)`."""
    if not isinstance(manager, ast.Call):
        return ""
    if isinstance(manager.func, ast.Attribute):
        return manager.func.attr
    return manager.func.id if isinstance(manager.func, ast.Name) else ""


def _may_catch(kind: ast.expr) -> bool:
    """Whether a handler is for such errors: not if it is for other built-in ones alone."""
    if isinstance(kind, ast.Tuple):
        return any(map(_may_catch, kind.elts))
    caught = getattr(builtins, dotted(kind), None)
    if not (isinstance(caught, type) and issubclass(caught, BaseException)):
        return True
    return any(issubclass(error, caught) for error in _RAISED)
