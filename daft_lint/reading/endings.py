"""How code that is followed may end before its last line, noted for whoever goes on behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import libcst as cst

from daft_lint.reading.past import met
from daft_lint.reading.scope import Snapshot, State
from daft_lint.reading.values import UNKNOWN, Value, one_of


@dataclass(frozen=True, slots=True)
class LoopEnds:
    """What the rounds of one loop leave early: by `break` it ends, by `continue` it goes on."""

    broken: list[Snapshot] = field(default_factory=list)
    continued: list[Snapshot] = field(default_factory=list)


@dataclass(slots=True)
class FunctionEnds:
    """How a function that is followed may end: what it returns, and where its objects stand then.

    `own` are the `return`s of the body itself, behind which nothing runs any more. `left` are the
    moments of all others, `failed` those in which something is raised that the function doesn't
    handle.
    """

    own: frozenset[cst.Return]
    returned: list[Value] = field(default_factory=list)
    left: list[Snapshot] = field(default_factory=list)
    failed: list[Snapshot] = field(default_factory=list)
    is_over: bool = False

    def add(self, node: cst.Return, value: Value, state: State) -> None:
        """A `return` is run."""
        self.returned.append(value)
        if node in self.own:
            self.is_over = True
        else:
            self.left.append(state.snapshot())

    def meet(self, state: State, meet: Callable[[Sequence[Snapshot], State], None]) -> None:
        """Go on behind the function, with what any run of it may have left.

        What was done before something is raised says nothing of runs that go on.
        """
        if not (self.left or self.failed):
            return
        now = state.snapshot()
        ends = self.left if state.ended and not self.is_over else [now, *self.left]
        done = met([one.done for one in ends]) if ends else now.done
        failed = (replace(one, done=done) for one in self.failed)
        # Names of the function are gone, and most of its ends differ in nothing else.
        every = [replace(one, names=now.names) for one in (*ends, *failed)]
        first, *others = every
        differing = [one for one in others if one != first]
        if differing or first.attributes != now.attributes:
            meet([first, *differing], state)


Moment = Sequence[tuple[list[Any], int]]
"""How much was noted of each end by some moment."""


class Endings:
    """Notes how each loop, function and guarded block ends that is followed at this moment."""

    def __init__(self) -> None:
        # How often rounds of the loops that are followed may have ended before this place.
        self.cut_short = 0
        # Any of the exceptions that were raised by name so far.
        self.raised = UNKNOWN
        self._loops: list[LoopEnds] = []
        self._functions: list[FunctionEnds] = []
        self._generators: list[list[tuple[Snapshot, Value]]] = []
        self._failed: list[list[Snapshot]] = []

    def returns(self, node: cst.Return, value: Value, state: State) -> None:
        """The function that is followed returns here."""
        if self._functions:
            self._functions[-1].add(node, value, state)
        state.ended = True

    def raises(self, value: Value, state: State) -> None:
        """Something is raised here by name; whoever handles it goes on from here."""
        self.raised = one_of(self.raised, value)
        self.fails(state)

    def fails(self, state: State) -> None:
        """Nothing goes on behind this place but what handles an exception, or follows it."""
        if self._failed:
            self._failed[-1].append(state.snapshot())
        state.ended = True

    def continues(self, state: State) -> None:
        """A round of the innermost loop ends here."""
        if self._loops:
            self._loops[-1].continued.append(state.snapshot())
        self.cut_short += 1
        state.ended = True

    def breaks(self, state: State) -> None:
        """The innermost loop ends here."""
        if self._loops:
            self._loops[-1].broken.append(state.snapshot())
        self.cut_short += 1
        state.ended = True

    def yields(self, value: Value, state: State) -> None:
        """The generator that is followed gives a value, and may stay where it is."""
        if self._generators:
            self._generators[-1].append((state.snapshot(), value))

    @contextmanager
    def loop(self) -> Iterator[LoopEnds]:
        """Follow a loop."""
        ends, cut_short = LoopEnds(), self.cut_short
        self._loops.append(ends)
        yield ends
        self._loops.pop()
        self.cut_short = cut_short

    @contextmanager
    def function(self, node: cst.FunctionDef) -> Iterator[FunctionEnds]:
        """Follow a function."""
        ends = FunctionEnds(_own_returns(node))
        loops, failed = self._loops, self._failed
        self._loops, self._failed = [], [ends.failed]
        self._functions.append(ends)
        yield ends
        self._functions.pop()
        self._loops, self._failed = loops, failed

    @contextmanager
    def generator(self) -> Iterator[list[tuple[Snapshot, Value]]]:
        """Follow a generator; gets each moment in which it yields, with the value."""
        yielded: list[tuple[Snapshot, Value]] = []
        self._generators.append(yielded)
        yield yielded
        self._generators.pop()

    @contextmanager
    def guarded(self) -> Iterator[list[Snapshot]]:
        """Follow a block whose errors may be handled; gets where one is raised by name."""
        raised: list[Snapshot] = []
        self._failed.append(raised)
        yield raised
        self._failed.pop()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Follow a module that is imported in the middle of anything."""
        held = self._loops, self._functions, self._failed
        self._loops, self._functions, self._failed = [], [], []
        yield
        self._loops, self._functions, self._failed = held

    @property
    def left(self) -> list[Snapshot]:
        """Where the function that is followed returned so far, but for its own last line."""
        return self._functions[-1].left if self._functions else []

    @contextmanager
    def ended_by_block(self, state: State) -> Iterator[None]:
        """Follow a block whose end comes behind each `return` in it too."""
        left = self.left
        count = len(left)
        yield
        if len(left) > count:
            left.append(state.snapshot())

    def moment(self) -> Moment:
        """How much is noted so far, to go back to."""
        noted: list[list[Any]] = [*self._failed[-1:], *self._generators[-1:]]
        if self._functions:
            noted += [self._functions[-1].returned, self._functions[-1].left]
        return [(one, len(one)) for one in noted]

    def go_back_to(self, moment: Moment) -> None:
        """Forget what was noted meanwhile."""
        for noted, length in moment:
            del noted[length:]


@lru_cache(maxsize=256)
def _own_returns(node: cst.FunctionDef) -> frozenset[cst.Return]:
    """The `return`s that stand right in the body of a function."""
    lines = (one for one in node.body.body if type(one) is cst.SimpleStatementLine)
    return frozenset(part for line in lines for part in line.body if type(part) is cst.Return)
