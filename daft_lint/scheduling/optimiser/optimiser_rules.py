"""The rules of Daft's optimiser within a stretch of plan that holds no barrier.

Source: push_down_filter.rs, push_down_limit.rs, drop_repartition.rs and drop_into_batches.rs of
Daft 0.7.26. A step that only some runs take proves nothing about its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable

from daft_lint.plan.pipeline import Columns, Operator, OperatorKind, is_unclear
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.columns import written

REPARTITIONS = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
    }
)
_FILTERS_PASS = REPARTITIONS | {OperatorKind.INTO_BATCHES, OperatorKind.SORT}
_LIMITS_PASS = REPARTITIONS | {OperatorKind.INTO_BATCHES}


@dataclass(frozen=True, slots=True)
class Dropped:
    """A step that Daft leaves out, why, and the step that made it needless."""

    operator: Operator
    reason: str
    by: Operator | None


@dataclass(frozen=True, slots=True)
class Moved:
    """Steps in the order they run after some moves, and the steps that were left out."""

    operators: tuple[Operator, ...]
    dropped: tuple[Dropped, ...] = ()


Rule = Callable[[tuple[Operator, ...]], Moved | None]


def settle(operators: tuple[Operator, ...], rules: tuple[Rule, ...]) -> Moved:
    """Apply the rules until none changes anything; a rule answers None when it does not apply."""
    moved = Moved(operators)
    while True:
        for rule in rules:
            change = rule(moved.operators)
            if change is not None:
                moved = Moved(change.operators, moved.dropped + change.dropped)
                break
        else:
            return moved


def drop_overridden(operators: tuple[Operator, ...]) -> Moved | None:
    """Of back-to-back repartitions, and of back-to-back into_batches, only the last runs."""
    for place in range(len(operators) - 1):
        first, second = operators[place : place + 2]
        if second.maybe or not _overrides(first, second):
            continue
        reason = f"only the last of back-to-back {_family(first)} runs"
        return Moved(operators[:place] + operators[place + 1 :], (Dropped(first, reason, second),))
    return None


def _overrides(first: Operator, second: Operator) -> bool:
    if first.kind in REPARTITIONS:
        return second.kind in REPARTITIONS
    return first.kind is second.kind is OperatorKind.INTO_BATCHES


def _family(operator: Operator) -> str:
    return "repartitions" if operator.kind in REPARTITIONS else "into_batches"


def push_filter(operators: tuple[Operator, ...], *, split: bool = False) -> Moved | None:
    """A filter runs before the steps that don't make the columns it reads.

    Once UDFs are `split` from filters, what was one filter with them stays.
    """
    for place, operator in enumerate(operators):
        if operator.kind is not OperatorKind.FILTER:
            continue
        top = place
        while (above := _above_filters(operators, top)) >= 0:
            beside = (*operators[above + 1 : top], operator)
            if split and any(each_operator.calls for each_operator in beside):
                break
            if top == place and operators[above].kind is OperatorKind.CONCAT:
                concat = _filtered_concat(operators[above], operator)
                passed = (*operators[:above], concat, *operators[above + 1 :])
                return Moved(_brought(passed, place, above))
            if not filter_passes(operator, operators[above]):
                break
            top = above
        if top < place:
            return Moved(_brought(operators, place, top))
    return None


def _above_filters(operators: tuple[Operator, ...], place: int) -> int:
    """The last step before a place that is no filter; -1 where all are."""
    above = place - 1
    while above >= 0 and operators[above].kind is OperatorKind.FILTER:
        above -= 1
    return above


def _brought(operators: tuple[Operator, ...], place: int, top: int) -> tuple[Operator, ...]:
    """The steps with the one at a place further up."""
    return (*operators[:top], operators[place], *operators[top:place], *operators[place + 1 :])


def _filtered_concat(concat: Operator, condition: Operator) -> Operator:
    """The concat with a filter in each of its inputs, as far up there as it goes."""
    inputs = tuple(
        replace(branch, operators=settle((*branch.operators, condition), (push_filter,)).operators)
        for branch in concat.inputs
    )
    return replace(concat, inputs=inputs)


def filter_passes(condition: Operator, step: Operator) -> bool:
    """Whether a filter certainly runs before a step that was written before it."""
    if step.kind in _FILTERS_PASS:
        return True
    if step.kind is not OperatorKind.PROJECT or step.may_explode:
        return False
    made = written(step)
    return condition.reads is not None and made is not None and not condition.reads & made


def filter_stays(condition: Operator, step: Operator) -> bool:
    """Whether a filter certainly runs after a step that was written before it."""
    if step.kind is OperatorKind.PROJECT:
        if not condition.reads:
            return False
        made = written(step)
        if any(condition.reads & (call.udf.unnested or frozenset()) for call in step.calls):
            return True
        # All fields of a struct are made there, whatever their names are.
        is_made = not _may_pass(condition.reads, step) if made is None else condition.reads & made
        return bool(is_made)
    passed = (OperatorKind.FILTER, OperatorKind.JOIN, OperatorKind.CONCAT, OperatorKind.BARRIER)
    if step.kind in passed:
        return step.kind is OperatorKind.BARRIER and not step.maybe
    return step.kind not in _FILTERS_PASS


def _may_pass(names: Columns, selection: Operator) -> bool:
    """Whether a selection may pass on a column of these names as it is."""
    return not selection.selected or any(
        is_unclear(each) or (each.name in names and each.reads == frozenset({each.name}))
        for each in selection.selected
    )


def split_filters(operators: tuple[Operator, ...], *, scans: bool) -> tuple[Operator, ...]:
    """The steps with the UDFs of filters where they run.

    Filters beside each other are one, and its UDFs run before any of its conditions leaves rows
    out. Right behind a source that `scans` files, the conditions without a UDF are its own.

    Source: split_udfs_from_filters.rs; measured on Daft 0.6.4, 0.7.0 and 0.7.26.
    """
    found: list[Operator] = []
    place = 0
    while place < len(operators):
        end = place
        while end < len(operators) and operators[end].kind is OperatorKind.FILTER:
            end += 1
        if end == place:
            found.append(operators[place])
            place += 1
            continue
        plain_first = scans and place == 0
        found += sorted(
            operators[place:end], key=lambda operator: bool(operator.calls) is plain_first
        )
        place = end
    return tuple(found)


def push_limit(operators: tuple[Operator, ...]) -> Moved | None:
    """A limit runs before repartitions, into_batches and steps that keep the number of rows.

    So does an offset right behind it.
    """
    for place in range(1, len(operators)):
        above, operator = operators[place - 1 : place + 1]
        if operator.kind is not OperatorKind.LIMIT:
            continue
        if limit_passes(above):
            top = place - 1
            while top and limit_passes(operators[top - 1]):
                top -= 1
            brought = _brought(operators, place, top)
            # They are one step of Daft's.
            if any(step.method == "offset" for step in operators[place + 1 : place + 2]):
                brought = _brought(brought, place + 1, top + 1)
            return Moved(brought)
        if above.kind is OperatorKind.LIMIT and not (above.maybe or operator.maybe):
            return _folded(operators, place - 1)
    return None


def limit_passes(step: Operator) -> bool:
    """Whether a limit certainly runs before a step that was written before it."""
    return step.kind in _LIMITS_PASS or (step.kind is OperatorKind.PROJECT and not step.may_explode)


def _folded(operators: tuple[Operator, ...], place: int) -> Moved:
    """Two limits in a row are one: the smaller."""
    first, second = operators[place : place + 2]
    if first.count is None or second.count is None:
        kept, gone = (second, first) if first.count is None else (first, second)
    else:
        kept, gone = (first, second) if first.count.low <= second.count.low else (second, first)
        kept = replace(kept, count=first.count.at_most(second.count), code=None)
    dropped = Dropped(gone, "only the smaller of two limits counts", kept)
    return Moved((*operators[:place], kept, *operators[place + 2 :]), (dropped,))
