"""The columns of a step: read, written, and still needed behind it."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.plan.pipeline import Columns, Operator, OperatorKind, Source, UdfCall
from daft_lint.records import dataclass

_OTHER_COLUMNS = frozenset({OperatorKind.AGGREGATE, OperatorKind.JOIN, OperatorKind.OPAQUE})


@dataclass(frozen=True, slots=True)
class Needed:
    """The columns in `names`, or with `inverted` all columns but those.

    Those of `names` that are `foreign` may be columns of another frame, and not of this one.
    """

    names: Columns
    inverted: bool = False
    foreign: Columns = frozenset()

    def has(self, name: str) -> bool:
        """Whether this column is one of them."""
        return (name in self.names) is not self.inverted

    def has_any(self, names: Columns) -> bool:
        """Whether one of these columns is among them."""
        return any(self.has(name) for name in names)

    def has_all(self, names: Columns) -> bool:
        """Whether all of these columns are among them."""
        return all(self.has(name) for name in names)

    def without(self, names: Columns) -> Needed:
        """The rest, when `names` are not needed from further up."""
        if self.inverted:
            return Needed(self.names | names, inverted=True)
        return Needed(self.names - names, foreign=self.foreign - names)

    def plus(self, names: Columns | None) -> Needed:
        """These and `names`; None adds every column."""
        if names is None:
            return EVERYTHING
        if self.inverted:
            return Needed(self.names - names, inverted=True)
        return Needed(self.names | names, foreign=self.foreign - names)

    def perhaps(self) -> Needed:
        """The same columns, which may all be those of another frame."""
        return self if self.inverted else Needed(self.names, foreign=self.names)

    def union(self, other: Needed) -> Needed:
        """What one of two needs."""
        if self.inverted and other.inverted:
            return Needed(self.names & other.names, inverted=True)
        if self.inverted or other.inverted:
            few, rest = (other, self) if self.inverted else (self, other)
            return rest.plus(few.names)
        return Needed(self.names | other.names, foreign=self.foreign | other.foreign)

    def common(self, other: Needed) -> Needed:
        """What both of two need."""
        if self.inverted and other.inverted:
            return Needed(self.names | other.names, inverted=True)
        few, rest = (other, self) if self.inverted else (self, other)
        both = frozenset(name for name in few.names if rest.has(name))
        return Needed(both, foreign=both & (few.foreign | rest.foreign))

    def before_renaming(self, renames: tuple[tuple[str, str], ...]) -> Needed:
        """The same columns under the names that they had before some were renamed."""
        asked = frozenset(old for old, new in renames if self.has(new))
        others = self.without(frozenset(new for _, new in renames))
        return others.without(frozenset(old for old, _ in renames)).plus(asked)


EVERYTHING = Needed(frozenset(), inverted=True)
NOTHING = Needed(frozenset())


def written(operator: Operator) -> Columns | None:
    """The columns an operator makes or changes, its UDF calls' included; None: unknown."""
    if operator.writes is None or not operator.calls:
        return operator.writes
    columns = operator.writes | {call.output for call in operator.calls if call.output is not None}
    return columns or None


def read(operator: Operator, calls: tuple[UdfCall, ...]) -> Columns | None:
    """The columns an operator reads when it makes these calls; None: unknown."""
    columns = operator.reads
    for call in calls:
        if columns is None or call.reads is None:
            return None
        columns |= call.reads
    return columns


def columns_after(source: Source, steps: Iterable[Operator]) -> Columns | None:
    """All columns that there are after these steps, None where the code doesn't tell."""
    there = source.columns
    for step in steps:
        made = written(step)
        if step.kind in _OTHER_COLUMNS or made is None or step.maybe or step.renames:
            there = None
        elif step.keeps is not None:
            there = step.keeps
        elif there is not None:
            there = None if step.drops is None else (there | made) - step.drops
    return there
