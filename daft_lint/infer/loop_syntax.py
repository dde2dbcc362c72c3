"""The syntax of a loop: how often it runs, and whether every round runs to its end."""

from __future__ import annotations

import ast
from functools import lru_cache

from daft_lint.index.traversal import NESTED, dotted, own_nodes
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.values.values import Items, Value

# What a loop asks that measures how long a round takes, without the module `time` in front.
_CLOCKS = frozenset(
    {"datetime.now", "monotonic", "perf_counter", "perf_counter_ns", "process_time", "time"}
)
_LEAVING = (ast.Break, ast.Return, ast.Raise, ast.Yield)
_BREAKING = (
    (*_LEAVING, ast.Continue, ast.Try, ast.TryStar)
    if hasattr(ast, "TryStar")
    else (*_LEAVING, ast.Continue, ast.Try)
)


def rounds_of(over: Value) -> Quantity:
    """How often a loop over a value runs."""
    return over.length if isinstance(over, Items) else unknown()


@lru_cache(maxsize=1024)
def _body(loop: ast.AST) -> tuple[ast.AST, ...]:
    assert isinstance(loop, ast.For | ast.AsyncFor | ast.While)
    own = (statement for statement in loop.body if type(statement) not in NESTED)
    return tuple(node for statement in own for node in own_nodes(statement))


def is_plain(loop: ast.AST) -> bool:
    """Whether every round runs to its end, isn't guarded, and no clock measures it."""
    nodes = _body(loop)
    if any(isinstance(node, _BREAKING) for node in nodes):
        return False
    return sum(map(_reads_clock, nodes)) <= 1


def _reads_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func).removeprefix("time.") in _CLOCKS
