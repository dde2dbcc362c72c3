"""Coroutines that run beside the code that makes them, as `gather` and `create_task` have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading.scope import touched_between
from daft_lint.reading.targets import changed_by, dotted
from daft_lint.reading.values import UNKNOWN, Arguments, FunctionValue, Value
from daft_lint.reading.walking import yields

if TYPE_CHECKING:
    from daft_lint.reading.foresight import Foresight
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

# What is awaited in place of what it is given.
_AWAITING = frozenset({"shield", "wait_for"})
# What starts coroutines that it is given, at some time.
_STARTING = frozenset({"as_completed", "create_task", "ensure_future", "gather", "wait"})


class Tasks:
    """Follows coroutines that start later than they are made, and go on at any `await`."""

    def __init__(self, session: Session, foresight: Foresight) -> None:
        self._session = session
        self._foresight = foresight
        # The calls that are awaited where they stand.
        self._awaited: list[cst.CSTNode] = []
        # The arguments of what starts them at some time.
        self._handed: list[cst.CSTNode] = []
        # What may be done at an `await` meanwhile: each forgets what it changes.
        self._meanwhile: list[Callable[[], None]] = []

    def awaited(self, node: cst.BaseExpression, work: Callable[[], Value]) -> Value:
        """Do what evaluates an expression that is awaited, with all that may happen meanwhile."""
        awaited = [node]
        if isinstance(node, cst.Call) and dotted(node.func).rpartition(".")[2] in _AWAITING:
            awaited += (one.value for one in node.args)
        self._awaited += awaited
        value = work()
        del self._awaited[-len(awaited) :]
        for forget in self._meanwhile:
            forget()
        return value

    def handed(self, call: cst.Call, work: Callable[[], Arguments]) -> Arguments:
        """Do what evaluates the arguments of a call."""
        if dotted(call.func).rpartition(".")[2] not in _STARTING:
            return work()
        count = len(self._handed)
        for one in call.args:
            if isinstance(one.value, cst.List | cst.Tuple | cst.Set):
                self._handed += (item.value for item in one.value.elements)
            self._handed.append(one.value)
        given = work()
        del self._handed[count:]
        return given

    def is_for_later(self, function: FunctionValue, at: cst.CSTNode | None) -> bool:
        """Whether a call outside of coroutines gives one that is kept, or started at some time."""
        if at is None or not _is_coroutine(function.node) or at in self._awaited:
            return False
        if any(_is_coroutine(one.node) for one in self._session.call_stack):
            return False
        return at is self._session.kept_as[0] or at in self._handed

    def keep(self, work: Callable[[], Value], state: State) -> Value:
        """Follow a coroutine that may have come to its end behind the call, or not to begin."""
        before = state.snapshot()
        value = work()
        self._session.branching.meet([before] if state.ended else [before, state.snapshot()], state)
        return value

    def is_task(self, function: FunctionValue, at: cst.CSTNode | None) -> bool:
        """Whether a call gives a coroutine that runs beside the one that makes it."""
        if at is None or not _is_coroutine(function.node) or at in self._awaited:
            return False
        return any(_is_coroutine(one.node) for one in self._session.call_stack)

    @property
    def count(self) -> int:
        """How many run beside the code that is followed."""
        return len(self._meanwhile)

    def start(
        self, function: FunctionValue, at: cst.CSTNode, work: Callable[[], Value], state: State
    ) -> Value:
        """Follow a coroutine that may have come to any of its ends, or not to begin yet."""
        before = state.snapshot()
        later = self._later(at, self._session.call_stack[-1], state)
        later()
        begun = state.snapshot()
        self._meanwhile.append(later)
        value = work()
        self._meanwhile.pop()
        ends, ended = [before], state.ended
        if not ended:
            end = state.snapshot()
            changed = touched_between(begun.attributes, end.attributes)
            given = {key: end.attributes[key] for key in changed if key in end.attributes}
            ends.append(replace(end, attributes={**before.attributes, **given}))
        self._session.branching.meet(ends, state)
        self._meanwhile.append(partial(self._foresight.handed_on, function, UNKNOWN, state))
        return value

    def leave(self, count: int) -> None:
        """The function is left that started all but the first so many."""
        del self._meanwhile[count:]

    def _later(self, at: cst.CSTNode, around: FunctionValue, state: State) -> Callable[[], None]:
        """What forgets all that the code around changes behind the place where a task is made.

        In a loop it makes others of its like.
        """
        changed, again = changed_by(around.node.body), bool(self._session.recorder.loops)
        later = replace(
            changed,
            attributes=[one for one in changed.attributes if self._is_behind(one, at)],
            containers=[one for one in changed.containers if self._is_behind(one, at)],
            called=[
                one for one in changed.called if (again if one is at else self._is_behind(one, at))
            ],
        )
        file = self._session.file

        def forget() -> None:
            with self._session.within(file):
                self._foresight.foresee(later, state, around.node, "call")
                for call in later.called:
                    target = self._foresight.called_by(call.func, state)
                    if isinstance(target, FunctionValue):
                        self._foresight.handed_on(target, UNKNOWN, state)

        return forget

    def _is_behind(self, node: cst.CSTNode, at: cst.CSTNode) -> bool:
        mine, other = self._session.file.span(node), self._session.file.span(at)
        return mine is None or other is None or mine.start >= other.start


def _is_coroutine(node: cst.FunctionDef | cst.Lambda) -> bool:
    return isinstance(node, cst.FunctionDef) and node.asynchronous is not None and not yields(node)
