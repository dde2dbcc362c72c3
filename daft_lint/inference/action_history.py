"""The history of actions: those that a run of the program has done before a moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """Actions by their numbers: those some run has done before a moment, and those every run has.

    `surely` is part of `perhaps`.
    """

    perhaps: frozenset[int] = frozenset()
    surely: frozenset[int] = frozenset()

    def plus(self, number: int) -> Done:
        """One more action done."""
        return Done(self.perhaps | {number}, self.surely | {number})


class Past:
    """The actions done so far. All states of a program share one, as they share attributes."""

    def __init__(self) -> None:
        self.done = Done()


def met(branches: Sequence[Done]) -> Done:
    """What is done after branches: what any of them may have done, what all of them have."""
    first, *others = branches
    if all(other is first for other in others):
        return first
    return Done(
        first.perhaps.union(*(other.perhaps for other in others)),
        first.surely.intersection(*(other.surely for other in others)),
    )


def both(done: Done, other: Done) -> Done:
    """What is done by either of two moments."""
    return Done(done.perhaps & other.perhaps, done.surely & other.surely)
