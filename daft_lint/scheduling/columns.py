"""Which columns of a step somebody downstream still needs."""

from __future__ import annotations

from dataclasses import dataclass

from daft_lint.plan.pipeline import Columns, Operator, UdfCall


@dataclass(frozen=True, slots=True)
class Needed:
    """The columns in `names`, or with `inverted` all columns but those.

    The set only ever errs on the side of too many.
    """

    names: Columns
    inverted: bool = False

    def has(self, name: str) -> bool:
        """Whether somebody may need this column."""
        return (name in self.names) is not self.inverted

    def has_any(self, names: Columns) -> bool:
        """Whether somebody may need one of these columns."""
        return any(self.has(name) for name in names)

    def without(self, names: Columns) -> Needed:
        """The rest, when `names` are not needed from further up."""
        if self.inverted:
            return Needed(self.names | names, inverted=True)
        return Needed(self.names - names)

    def plus(self, names: Columns | None) -> Needed:
        """These and `names`; None adds every column."""
        if names is None:
            return EVERYTHING
        if self.inverted:
            return Needed(self.names - names, inverted=True)
        return Needed(self.names | names)

    def union(self, other: Needed) -> Needed:
        """What one of two needs."""
        if not other.inverted:
            return self.plus(other.names)
        if not self.inverted:
            return other.plus(self.names)
        return Needed(self.names & other.names, inverted=True)


EVERYTHING = Needed(frozenset(), inverted=True)
NOTHING = Needed(frozenset())


def written(operator: Operator) -> Columns | None:
    """The columns an operator makes or changes, its UDF calls' included; None: can't be told."""
    if operator.writes is None:
        return None
    columns = operator.writes | {call.output for call in operator.calls if call.output is not None}
    return None if operator.calls and not columns else columns


def read(operator: Operator, calls: tuple[UdfCall, ...]) -> Columns | None:
    """The columns an operator reads when it makes these calls; None: can't be told."""
    columns = operator.reads
    for call in calls:
        if columns is None or call.reads is None:
            return None
        columns |= call.reads
    return columns
