"""Partitions and rows along a plan, step by step."""

from __future__ import annotations

import math

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.rewriting import finished_steps
from daft_lint.scheduling.partitions.effects import after_step, piece_taken
from daft_lint.scheduling.partitions.partitioning import Partitioning, merged_origins
from daft_lint.scheduling.partitions.sizes import runs_of
from daft_lint.scheduling.partitions.source_partitions import (
    EVEN_SOURCE,
    all_filled,
    evenly,
    partitions_of,
)

EVEN_STEP = Origin(
    OriginKind.ASSUMPTION, "the rows after a step are spread evenly over its partitions"
)
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a plan, the partitions it gets and the ones it makes.

    `finished` marks what an earlier pipeline ran up to a barrier. `place` is the step's index in
    `plan`, its own plan: the whole one, or the other side of a concat or join.
    """

    operator: Operator
    before: Partitioning
    after: Partitioning
    finished: bool
    plan: Plan
    place: int

    @property
    def ahead(self) -> tuple[Operator, ...]:
        """The steps of its plan that run before it."""
        return self.plan.operators[: self.place]

    @property
    def behind(self) -> tuple[Operator, ...]:
        """The steps of its plan that run after it."""
        return self.plan.operators[self.place + 1 :]


@dataclass(frozen=True, slots=True)
class Flow:
    """How rows lie at the source, after every step in the order they run, and at the end.

    The steps of a concat's or join's other side stand before that step.
    """

    source: Partitioning
    steps: tuple[Step, ...]

    @property
    def end(self) -> Partitioning:
        """The partitions after the last step."""
        return self.steps[-1].after if self.steps else self.source


_FLOWS = Kept[Flow]()


def flow(plan: Plan, *, finished: bool = False) -> Flow:
    """Follow the partitions of an optimised plan; `finished` when all of it ran before."""
    key = id(plan), finished
    return _FLOWS.once(plan, key, lambda: _followed(plan, finished=finished))


def _followed(plan: Plan, *, finished: bool) -> Flow:
    start = partitions_of(plan.source)
    now = start
    steps: list[Step] = []
    last_finished = len(plan.operators) if finished else finished_steps(plan)
    above: Operator | None = None
    for place, operator in enumerate(plan.operators):
        done = place < last_finished
        branches = [flow(branch, finished=done) for branch in operator.inputs]
        for branch in branches:
            steps += branch.steps
        ends = tuple(branch.end for branch in branches)
        is_limit = operator.kind is OperatorKind.LIMIT
        piece = piece_taken(plan, place) if is_limit else math.inf
        after = after_step(operator, now, above, ends, piece)
        if operator.kept is None and _prunes_source(plan, place):
            after = _pruned(after)
        if operator.has_row_hint or operator.partitions is not None:
            after = _with_hints(operator, now, after, first=_is_first(plan, place))
        # A step that makes columns alone gets what is behind it.
        before = after if operator.is_told and operator.keeps_rows else now
        if operator.maybe:
            after = after.hull(now)
        steps.append(Step(operator, before, after, done, plan, place))
        now, above = after, operator
    return Flow(start, tuple(steps))


def _prunes_source(plan: Plan, place: int) -> bool:
    """Whether a filter may keep the source from reading some of its partitions at all."""
    conditions = plan.operators[: place + 1]
    return not plan.source.in_memory and all(
        condition.kind is OperatorKind.FILTER for condition in conditions
    )


def _pruned(after: Partitioning) -> Partitioning:
    count = Quantity(0, after.count.high, after.count.origins)
    return replace(after, count=count, planned=count, dealing=None)


def _is_first(plan: Plan, place: int) -> bool:
    """Whether the rows of a step are those of the source, as that has them."""
    return all(step.keeps_rows for step in plan.operators[:place])


def _with_hints(
    operator: Operator, before: Partitioning, after: Partitioning, *, first: bool
) -> Partitioning:
    """What a hint or earlier runs say there is behind a step.

    The `first` step behind a source finds its rows spread evenly over the partitions, and so as
    many of these as it takes for the share that it keeps.
    """
    kept = None if operator.kept is None else _share_of(before.rows, operator.kept)
    count, rows = _counted(operator, after), operator.rows or kept or after.rows
    filled = all_filled(count, rows)
    if operator.partitions is not None:
        filled = replace(filled, low=min(count.low, rows.high))
    if operator.kind is OperatorKind.FILTER and first:
        filled = _filled_by(operator, rows, before, filled)
        count = replace(count, low=max(count.low, filled.low))
    planned = after.planned if after.planned.known else count
    made = Partitioning(count, rows, filled, planned, pieces=after.pieces)
    return evenly(made, EVEN_STEP)


def told_behind(operator: Operator, before: Partitioning) -> Partitioning:
    """What hints say there is behind a filter or a limit, if these rows reach it."""
    return _with_hints(operator, before, after_step(operator, before, None, ()), first=False)


def _filled_by(
    operator: Operator, rows: Quantity, before: Partitioning, filled: Quantity
) -> Quantity:
    """How many partitions have rows: as many as it takes to hold all that a filter keeps."""
    if operator.kept is not None:
        needed: float = math.ceil(operator.kept.low * before.count.low - _ROUNDING)
    elif before.sizes:
        largest = max(size for size, _ in runs_of(before.sizes))
        needed = math.ceil(rows.low / largest) if largest else 0
    else:
        return filled
    needed = min(needed, filled.high)
    if needed <= filled.low:
        return filled
    return Quantity(needed, filled.high, merged_origins(filled.origins, (EVEN_SOURCE,)))


def _counted(operator: Operator, after: Partitioning) -> Quantity:
    """The number of partitions: a hint's, narrowed by the plan's, else the plan's."""
    hinted, planned = operator.partitions, after.count
    if hinted is None:
        return planned
    low, high = max(hinted.low, planned.low), min(hinted.high, planned.high)
    return hinted if hinted.known or low > high else replace(hinted, low=low, high=high)


def _share_of(rows: Quantity, share: Quantity) -> Quantity:
    """So large a share of the rows, as a whole number."""
    return (rows * share).mapped(lambda number: round(number) if math.isfinite(number) else number)
