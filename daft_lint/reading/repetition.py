"""Code that runs several times, followed as any of its runs may find the program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import libcst as cst

from daft_lint.reading.foresight import widened
from daft_lint.reading.scope import Attributes, Holder, Snapshot, changes
from daft_lint.reading.values import (
    ClassValue,
    FunctionValue,
    ObjectValue,
    Unknown,
    Value,
    is_constant,
    join,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.reading.changes import Moment
    from daft_lint.reading.scope import Scope, State
    from daft_lint.reading.session import Session

# After so many, the last one stands, whatever another would start from.
_MOST_RUNS = 4


@dataclass(slots=True)
class Given:
    """Names and attributes, as one run finds or leaves them."""

    names: dict[str, Value] = field(default_factory=dict)
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of some code: what it started from, and each moment at which another may start.

    `foreseen` are attributes that it started from as any number of runs may leave them.
    """

    start: Given
    ends: Sequence[Given]
    foreseen: frozenset[tuple[Holder, str]] = frozenset()


class Repetition:
    """Runs code over and over, until one more run would start from nothing new.

    All but the last one are forgotten. That is most often the first: few runs leave more to
    another than the text of a loop shows.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        # What runs of the same code, which are forgotten by now, were given in the end.
        self._known: dict[cst.CSTNode, Given] = {}
        # Loops that change what they hold, but build nothing. Their like are many in large
        # programs: each is run over once, and taken to be as barren wherever it is met again.
        self._barren: set[cst.CSTNode] = set()

    def settle(self, node: cst.CSTNode, state: State, run: Callable[[Given], Run]) -> None:
        """Run the code of a node, which gets what it shall start from beside the state itself."""
        recorder, changes = self._session.recorder, self._session.changes
        start = state.snapshot()
        forget = self.forgetting(state, start)
        given = self._given_before(node, start)
        steady: set[object] = set()
        for left in reversed(range(_MOST_RUNS)):
            state.scope.names.update(given.names)
            state.attributes.update(given.attributes)
            moment, numbers = changes.moment(), recorder.numbers
            last = run(given)
            if not left or not last.ends:
                return
            more = _left(last, state, steady)
            if not more.names and not more.attributes:
                in_vain = node in self._barren and recorder.numbers == numbers
                if in_vain or not self._is_touched(moment, start, state.scope):
                    return
                if recorder.numbers == numbers:
                    self._barren.add(node)
            self._give(given.names, more.names, node, steady)
            self._give(given.attributes, more.attributes, node, steady)
            self._known[node] = given
            forget()

    def forgetting(self, state: State, start: Snapshot) -> Callable[[], None]:
        """What goes back to this moment, at which the state is at its `start`."""
        session = self._session
        recorder, endings = session.recorder, session.endings
        recorded, ended, left_early = recorder.moment(), endings.moment(), session.left_early

        def forget() -> None:
            recorder.go_back_to(recorded)
            state.restore(start)
            endings.go_back_to(ended)
            session.left_early = left_early

        return forget

    def _given_before(self, node: cst.CSTNode, start: Snapshot) -> Given:
        """What the code was given when it was met before, as far as it finds the same objects."""
        known, attributes = self._known.get(node, Given()), start.attributes
        return Given(
            {
                name: one_of(start.names[name], value)
                for name, value in known.names.items()
                if isinstance(value, Unknown) and name in start.names
            },
            {
                key: _either(attributes[key], value)
                for key, value in known.attributes.items()
                if key in attributes
            },
        )

    def _give(
        self, given: dict[K, Value], more: dict[K, Value], node: cst.CSTNode, steady: set[object]
    ) -> None:
        """The next run starts from more; what is new for the second time may be anything."""
        for key, value in more.items():
            if key in given:
                steady.add(key)
                given[key] = self._after_any_run(value, node)
            else:
                given[key] = value

    def _after_any_run(self, value: Value, node: cst.CSTNode) -> Value:
        if isinstance(node, cst.For | cst.While):
            return widened(value, self._session.span(node.body), "loop")
        return widened(value, self._session.span(node), "call")

    def _is_touched(self, moment: Moment, start: Snapshot, scope: Scope) -> bool:
        """Whether something was changed in place since a moment that another run can see."""
        return self._session.changes.touched(moment, lambda: _in_sight(start, scope))


K = TypeVar("K")


def _left(run: Run, state: State, steady: set[object]) -> Given:
    """What a run starts from, or leaves, of all that it leaves otherwise."""
    left = Given()
    for end in run.ends:
        for name, value in end.names.items():
            # Of other objects and frames, what is said of those of the first call stays true.
            if is_constant(run.start.names.get(name, value)) and name not in steady:
                before = left.names.get(name) or run.start.names[name]
                if not _covers(before, value):
                    left.names[name] = _either(before, value)
        for key in changes(run.start.attributes, end.attributes) - steady - run.foreseen:
            value = end.attributes[key]
            known = left.attributes.get(key) or run.start.attributes.get(key) or state.unset(key)
            if known is None:
                # Whoever asks for it before it is set fails, or is told of another value.
                if is_constant(value):
                    left.attributes[key] = one_of(value)
            elif not _covers(known, value):
                left.attributes[key] = _either(known, value)
    return left


def _covers(before: Value, after: Value) -> bool:
    """Whether a run that starts from one value has been followed for another one too."""
    if before is after or isinstance(before, Unknown) or before == after:
        return True
    return not is_constant(before) and join(before, after) == before


def _either(before: Value, after: Value) -> Value:
    """One of two values. A number that has changed once may change with every run."""
    if is_constant(before) or is_constant(after):
        return one_of(before, after)
    return join(before, after)


def _in_sight(start: Snapshot, scope: Scope) -> Iterator[Value]:
    """What code may reach: by names around it, those of functions and classes, and by objects."""
    yield from start.attributes.values()
    values: Collection[Value] = [*start.names.values(), *(owner for owner, _ in start.attributes)]
    waiting = [scope.parent]
    seen: set[Scope] = set()
    while True:
        yield from values
        for value in values:
            if isinstance(value, ObjectValue):
                value = value.made_of
            if isinstance(value, FunctionValue):
                waiting.append(value.scope)
                yield from (default for _, default in value.defaults)
            elif isinstance(value, ClassValue):
                yield from value.constants.values()
        around = waiting.pop()
        while around is None or around in seen:
            if not waiting:
                return
            around = waiting.pop()
        seen.add(around)
        waiting.append(around.parent)
        values = around.names.values()
