"""Where ways through a program part, and where they meet again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from daft_lint.reading.scope import Snapshot, touched_between
from daft_lint.reading.values import UNKNOWN, FrameValue, Value

if TYPE_CHECKING:
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

# Attributes that are copied and compared in the time that evaluating a node takes.
_ATTRIBUTES_PER_NODE = 20


class Branching:
    """Follows several ways from one moment, and goes on with what any of them left."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def meet(self, ends: Sequence[Snapshot], state: State) -> None:
        """Go on with what any run left. Frames that met go on as one, and are no ends any more."""
        # What objects hold is copied for each branch, and there may be thousands of objects.
        self._session.effort.spend(len(state.attributes) * len(ends) // _ATTRIBUTES_PER_NODE)
        state.meet(ends)
        if len(ends) < 2:
            return
        # What one of the runs left as it is now is that run's own frame.
        first, names, attributes = ends[0], state.scope.names, state.attributes
        for name in touched_between(first.names, names):
            self._met(names[name], [end.names.get(name) for end in ends])
        for key in touched_between(first.attributes, attributes):
            self._met(attributes[key], [end.attributes.get(key) for end in ends])

    def _met(self, frame: Value, ends: Sequence[Value | None]) -> None:
        """Tell of a frame that goes on from any of several, unless it is one of them."""
        if not isinstance(frame, FrameValue):
            return
        met = [value.plan for value in ends if isinstance(value, FrameValue)]
        if all(plan is not frame.plan for plan in met):
            self._session.recorder.met(frame.plan, self._session.where, *met)

    def optional(self, work: Callable[[], Value], state: State) -> None:
        """Do something that may have happened before what comes next."""
        if state.ended:
            return
        ends = [state.snapshot()]
        work()
        state.note_end(ends)
        self.meet(ends, state)

    def perhaps(self, work: Callable[[], Value], state: State) -> Value:
        """Do something that not every run does, and give what it gives."""
        if state.ended:
            return UNKNOWN
        before, ends = state.snapshot(), list[Snapshot]()
        self._session.branches += 1
        made = work()
        self._session.branches -= 1
        state.note_end(ends)
        self.meet([*ends, before], state)
        return made
