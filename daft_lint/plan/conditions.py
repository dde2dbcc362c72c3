"""Conditions of code: the tests of the branches around it."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.records import dataclass, replace

_FALSE = frozenset({"None", "False", "0", "0.0", "''"})


@dataclass(frozen=True, slots=True)
class Condition:
    """A test of a branch: that something is true, or one of some values; or that it isn't.

    `subject` is what it is called in the end: `debug` for `args.debug` and `DEBUG`. `exact`
    identifies the thing; None where unknown. `values` are written as Python does; None: it is true.
    With `holds` false, all of this isn't so. One that `is_derived` follows from others.
    """

    subject: str
    values: frozenset[str] | None
    holds: bool
    exact: str | None = None
    is_derived: bool = False

    def contradicts(self, other: Condition) -> bool:
        """Whether the two can't both hold, if they are about the same thing."""
        if self.values is None and other.values is None:
            return self.holds != other.holds
        if self.values is None:
            return other.contradicts(self)
        if other.values is None:
            # One says that something is true, the other that it is a false value.
            false = self.values & _FALSE
            return self.holds and (not false if not other.holds else false == self.values)
        if self.holds and other.holds:
            return self.values.isdisjoint(other.values)
        if self.holds:
            return self.values <= other.values
        return other.holds and other.values <= self.values


Conditions = frozenset[Condition]
ALWAYS: Conditions = frozenset()
"""The conditions of code that always runs."""


def exclude(some: Iterable[Condition], others: Iterable[Condition], *, surely: bool) -> bool:
    """Whether code under some conditions never runs in a run that meets the others.

    `surely` means: of the very same things. Else things that are called alike are taken for one.
    """
    others = tuple(others)
    return any(
        condition.contradicts(other)
        for condition in some
        for other in others
        if (
            condition.exact is not None and condition.exact == other.exact
            if surely
            else condition.subject == other.subject
        )
    )


def hold(some: Iterable[Condition], others: Iterable[Condition]) -> bool:
    """Whether there are conditions, and a run that meets the others meets them all.

    Things that are called alike are taken for one.
    """
    met = {replace(other, exact=None, is_derived=False) for other in others}
    needed = {replace(condition, exact=None) for condition in some if not condition.is_derived}
    return bool(needed) and needed <= met
