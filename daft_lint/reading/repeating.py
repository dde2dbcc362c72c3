"""What the text of a loop tells: how often it runs, and whether every round runs to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.reading.targets import dotted
from daft_lint.reading.values import Items, Value
from daft_lint.reading.walking import NESTED, children

if TYPE_CHECKING:
    from daft_lint.reading.session import Session

# What takes every item of its first argument.
_TAKES_ALL = frozenset({"list", "max", "min", "set", "sorted", "sum", "tuple"})
# What hands on every item of its first argument.
_HANDS_ON = frozenset({"enumerate", "tqdm", "tqdm.tqdm"})
# What a loop asks that measures how long a round takes, without the module `time` in front.
_CLOCKS = frozenset(
    {"datetime.now", "monotonic", "perf_counter", "perf_counter_ns", "process_time", "time"}
)
_Kinds = frozenset[type[cst.CSTNode]]
_LEAVING: _Kinds = frozenset({cst.Break, cst.Return, cst.Raise, cst.Yield})
_BREAKING: _Kinds = _LEAVING | {cst.Continue, cst.Try, cst.TryStar}


def rounds_of(over: Value) -> Quantity:
    """How often a loop over a value runs."""
    return over.length if isinstance(over, Items) else unknown()


def leaves_early(body: cst.BaseSuite) -> bool:
    """Whether something in a loop's body may end the loop before its last round."""
    return _holds(body, _LEAVING)


def is_broken(body: cst.BaseSuite) -> bool:
    """Whether some round may end before its end, or end the loop, or is guarded against errors."""
    return _holds(body, _BREAKING)


def is_timed(body: cst.BaseSuite) -> bool:
    """Whether a loop's body reads a clock twice or more: most often it measures each round."""
    return sum(_reads_clock(node) for node in own_nodes(body)) > 1


def _reads_clock(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Call) and dotted(node.func).removeprefix("time.") in _CLOCKS


def taken_whole(over: cst.BaseExpression, session: Session) -> set[tuple[str, int, int]]:
    """Where the calls end whose items a loop takes: the one it is over, and those inside it."""
    span = session.span(over)
    ends = {(span.path, *span.end)}
    if isinstance(over, cst.Call) and over.args and dotted(over.func) in _TAKES_ALL | _HANDS_ON:
        ends |= taken_whole(over.args[0].value, session)
    return ends


def is_taking_all(call: cst.Call) -> bool:
    """Whether a call takes every item of its first argument, such as `list(...)`."""
    return bool(call.args) and dotted(call.func) in _TAKES_ALL


def _holds(code: cst.CSTNode, kinds: _Kinds) -> bool:
    """Whether a node of one of these kinds is in some code, nested functions left out."""
    return any(type(node) in kinds for node in own_nodes(code))


def own_nodes(code: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """All nodes of some code, without what stands in the functions and classes inside it."""
    waiting: list[cst.CSTNode] = [code]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in NESTED:
            waiting += children(node)
