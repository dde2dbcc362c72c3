"""The columns that a step requires of those before it, given what is required of its output.

Both bounds are given: no other columns than those `at_most` are needed, and those `at_least` surely
are. The rest is unknown.

Source: `PushDownProjection` and `LogicalPlan::required_columns` of Daft 0.7.26.
"""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.plan.pipeline import Columns, Operator, OperatorKind, UdfCall
from daft_lint.records import dataclass
from daft_lint.scheduling.optimiser.columns import EVERYTHING, NOTHING, Needed, read, written

_NO_COLUMNS: Columns = frozenset()
_TRANSPARENT = frozenset(
    {
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
        OperatorKind.LIMIT,
        OperatorKind.SAMPLE,
    }
)
_READERS = frozenset(
    {
        OperatorKind.FILTER,
        OperatorKind.HASH_REPARTITION,
        OperatorKind.SORT,
        OperatorKind.EXPLODE,
    }
)


@dataclass(frozen=True, slots=True)
class Needs:
    """The columns that are needed at some place of a plan: at most these, and at least those."""

    at_most: Needed
    at_least: Needed

    @classmethod
    def exactly(cls, needed: Needed) -> Needs:
        """These columns, all of them and no others."""
        return cls(needed, needed)

    def either(self, other: Needs) -> Needs:
        """The needs where either of two may hold."""
        return Needs(self.at_most.union(other.at_most), self.at_least.common(other.at_least))


def of_frame(operator: Operator, needs: Needs, calls: tuple[UdfCall, ...]) -> Needs:
    """What a step that makes these calls needs of the frame that it is called on."""
    return Needs(
        _most(operator, needs.at_most, calls), _least(operator, needs.at_least, operator.calls)
    )


def of_input(operator: Operator, needs: Needs, beside: Sequence[Operator]) -> Needs:
    """What a step needs of the other frame that flows into it; `beside` are the steps before it."""
    if operator.kind is OperatorKind.CONCAT:
        return needs
    if operator.method == "join_asof":
        return Needs.exactly(EVERYTHING)
    return Needs(
        _most_of_right(operator, needs.at_most), _least_of_right(operator, needs.at_least, beside)
    )


def makes_only_unneeded(operator: Operator, needed: Needed) -> bool:
    """Whether neither the columns that a projection makes nor the rows it adds are needed."""
    columns = written(operator)
    return operator.keeps_rows and bool(columns) and not needed.has_any(columns or _NO_COLUMNS)


def may_need(operator: Operator, column: str | None, needed: Needed) -> bool:
    """Whether a column that a projection makes may be needed; None is one without a name.

    One that is needed by the name of another column isn't meant: Daft fails where two have it.
    """
    if column is not None:
        return needed.has(column)
    named = {selected.name for selected in operator.selected}
    return needed.inverted or not operator.selected or not needed.names <= named


def _most(operator: Operator, needed: Needed, calls: tuple[UdfCall, ...]) -> Needed:
    kind = operator.kind
    if kind is OperatorKind.CONCAT or kind in _TRANSPARENT:
        return needed
    reads = read(operator, calls)
    if kind is OperatorKind.AGGREGATE:
        return NOTHING.plus(reads)
    if kind is OperatorKind.PROJECT:
        return _most_of_projection(operator, needed, calls)
    return EVERYTHING if kind is OperatorKind.BARRIER else needed.plus(reads)


def _most_of_projection(operator: Operator, needed: Needed, calls: tuple[UdfCall, ...]) -> Needed:
    made, reads = written(operator), read(operator, calls)
    if operator.renames:
        return needed.before_renaming(operator.renames)
    if operator.selected:
        return _most_of_selection(operator, needed)
    if made is None:
        return needed.plus(reads) if operator.drops is not None else NOTHING.plus(reads)
    if makes_only_unneeded(operator, needed):
        return needed if operator.keeps is None else NOTHING.plus(_passed(operator, needed))
    if operator.keeps is not None:
        needed = NOTHING.plus(_passed(operator, needed))
    else:
        needed = needed.without(made | (operator.drops or _NO_COLUMNS))
    return needed.plus(reads) if made else needed


def _most_of_selection(operator: Operator, needed: Needed) -> Needed:
    """What those columns of a selection that may be needed read; some have no known name."""
    most = NOTHING
    for selected in operator.selected:
        if operator.may_explode or may_need(operator, selected.name, needed):
            most = most.plus(selected.reads)
    return most


def _passed(operator: Operator, needed: Needed) -> Columns:
    """The columns that pass a selection as they are, of those that are needed."""
    passed = (operator.keeps or _NO_COLUMNS) - (written(operator) or _NO_COLUMNS)
    return frozenset(name for name in passed if needed.has(name))


def _most_of_right(operator: Operator, needed: Needed) -> Needed:
    join = operator.join
    if join is None or operator.reads is None:
        return EVERYTHING
    if join.only_looks:
        return NOTHING.plus(operator.reads)
    prefix = join.prefix
    if prefix is None:
        return EVERYTHING
    if needed.inverted:
        gone = {name for name in needed.names if f"{prefix}{name}" in needed.names}
        return Needed(frozenset(gone), inverted=True).plus(operator.reads)
    own = {name.removeprefix(prefix) for name in needed.names}
    return needed.plus(frozenset(own)).plus(operator.reads)


def _least(operator: Operator, needed: Needed, calls: tuple[UdfCall, ...]) -> Needed:
    kind = operator.kind
    if kind is OperatorKind.CONCAT or kind in _TRANSPARENT:
        return needed
    if kind is OperatorKind.PROJECT:
        return _least_of_projection(operator, needed)
    if kind is OperatorKind.AGGREGATE:
        made = None if operator.keeps is None else operator.keeps - operator.surely_reads
        is_read = needed.inverted if made is None else needed.has_all(made)
        is_known = operator.reads is not None or operator.drops is not None
        return NOTHING.plus(operator.reads if is_read and is_known else operator.surely_reads)
    if kind in _READERS:
        called = (call.reads or _NO_COLUMNS for call in calls)
        reads = operator.reads or operator.surely_reads
        return needed.plus(reads.union(*called))
    if kind is OperatorKind.DISTINCT:
        return needed if operator.drops is None else needed.plus(operator.reads)
    if kind is OperatorKind.JOIN:
        if operator.method == "join_asof":
            return EVERYTHING
        of_either = needed.perhaps()
        return of_either.plus(operator.join.left) if operator.join is not None else of_either
    if kind is OperatorKind.BARRIER:
        return EVERYTHING
    return NOTHING if operator.drops is None else needed.perhaps().plus(operator.reads)


def _least_of_projection(operator: Operator, needed: Needed) -> Needed:
    every = needed == EVERYTHING
    if operator.renames != ():
        if operator.renames is None:
            return EVERYTHING if every else NOTHING
        return needed.before_renaming(operator.renames)
    if operator.selected:
        return _least_of_selection(operator, needed)
    if operator.drops is None:
        return NOTHING
    made = written(operator)
    if made is None:
        return needed.perhaps()
    if operator.keeps is not None:
        before = NOTHING.plus(_passed(operator, needed))
    else:
        before = needed.without(made | operator.drops)
    if made and needed.has_all(made):
        return before.plus(read(operator, operator.calls) or operator.surely_reads)
    for call in operator.calls:
        if call.output is not None and needed.has(call.output):
            before = before.plus(call.reads or _NO_COLUMNS)
    return before


def _least_of_selection(operator: Operator, needed: Needed) -> Needed:
    """The columns that a selection surely reads, where some of its own have no known name.

    A column that is needed and isn't one of those with a name is made by one of the others.
    """
    named = (
        selected
        for selected in operator.selected
        if selected.name is not None and needed.has(selected.name)
    )
    least = NOTHING.plus(_NO_COLUMNS.union(*(selected.surely_reads for selected in named)))
    others = [selected.surely_reads for selected in operator.selected if selected.name is None]
    if needed == EVERYTHING:
        return least.plus(_NO_COLUMNS.union(*others))
    return least.plus(others[0].intersection(*others)) if _needs_others(operator, needed) else least


def surely_needs(operator: Operator, call: UdfCall, needed: Needed) -> bool:
    """Whether the column that a call of a projection makes is surely needed."""
    if call.output is not None:
        return needed.has(call.output)
    unnamed = [selected for selected in operator.selected if selected.name is None]
    return needed == EVERYTHING or (len(unnamed) == 1 and _needs_others(operator, needed))


def _needs_others(operator: Operator, needed: Needed) -> bool:
    """Whether a column is needed that isn't one of those of a selection that have a name."""
    named = {selected.name for selected in operator.selected}
    return not needed.inverted and bool(needed.names - needed.foreign - named)


def _least_of_right(operator: Operator, needed: Needed, beside: Sequence[Operator]) -> Needed:
    join = operator.join
    if join is None:
        return NOTHING
    if join.only_looks:
        return NOTHING.plus(join.right)
    prefix = join.prefix
    if needed.inverted:
        if prefix is None:
            return (needed if needed == EVERYTHING else NOTHING).plus(join.right)
        renamed = frozenset(name.removeprefix(prefix) for name in needed.names)
        return Needed(needed.names | renamed, inverted=True).plus(join.right)
    mentioned = _mentioned(beside)
    own = {name for name in needed.names if name not in mentioned}
    if prefix is not None:
        prefixed = (name for name in needed.names if name.startswith(prefix))
        own |= {name.removeprefix(prefix) for name in prefixed}
    return Needed(frozenset(own)).perhaps().plus(join.right)


def _mentioned(steps: Sequence[Operator]) -> Columns:
    """The columns that steps name: those of their frame, as far as they are in sight."""
    columns = [step.reads for step in steps] + [step.keeps for step in steps]
    columns += [written(step) for step in steps]
    return _NO_COLUMNS.union(*(names for names in columns if names is not None))
