"""The syntax of a loop: how often it runs, and whether every round runs to its end."""

from __future__ import annotations

import ast
from functools import lru_cache

from daft_lint.index.traversal import NESTED, dotted, own_nodes
from daft_lint.plan.pipeline import EarlyEnd
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.values.values import Items, Value

# Clocks that a loop reads to time its rounds, without the module's name.
_CLOCKS = frozenset(
    {"datetime.now", "monotonic", "perf_counter", "perf_counter_ns", "process_time", "time"}
)
_LEAVING: tuple[type[ast.AST], ...] = (ast.Return, ast.Raise, ast.Yield, ast.Try)
if hasattr(ast, "TryStar"):
    _LEAVING = (*_LEAVING, ast.TryStar)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def rounds_of(over: Value) -> Quantity:
    """How often a loop over a value runs."""
    return over.length if isinstance(over, Items) else unknown()


@lru_cache(maxsize=1024)
def _body(loop: ast.AST) -> tuple[ast.AST, ...]:
    assert isinstance(loop, ast.For | ast.AsyncFor | ast.While)
    own = (statement for statement in loop.body if type(statement) not in NESTED)
    return tuple(node for statement in own for node in own_nodes(statement))


def early_end(loop: ast.AST) -> EarlyEnd:
    """What may end a round or the loop early; a clock that measures rounds counts too."""
    nodes = _body(loop)
    # A `break` or `continue` of a loop inside it is that loop's own.
    inner = {id(each) for node in nodes if isinstance(node, _LOOPS) for each in _body(node)}
    leaves = any(
        isinstance(node, _LEAVING) or (isinstance(node, ast.Continue) and id(node) not in inner)
        for node in nodes
    )
    if leaves or sum(map(_reads_clock, nodes)) > 1:
        return EarlyEnd.OTHER
    breaks = any(isinstance(node, ast.Break) and id(node) not in inner for node in nodes)
    return EarlyEnd.BREAK if breaks else EarlyEnd.NONE


def _reads_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func).removeprefix("time.") in _CLOCKS
