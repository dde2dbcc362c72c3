"""The turning points of a prediction: the number from which actors idle, or none does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from functools import partial

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, UdfCall
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.flow import flow
from daft_lint.scheduling.partitions.task_work import calls_of
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import is_left_to_chance, whatever_chance_leaves
from daft_lint.scheduling.prediction.growth import Growth, growth
from daft_lint.scheduling.prediction.predict import Prediction, WorkPrediction, partitions_reaching
from daft_lint.scheduling.prediction.thresholds import (
    WELL_USED_FROM,
    Axis,
    Factor,
    Property,
    from_a_number_on,
    up_to_a_number,
)
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS
from daft_lint.words import percent

__all__ = ["Comparison", "Condition", "Factor", "Property", "conditions", "sentence"]

_PROBE_ROWS = 3


class Comparison(Enum):
    """On which side of a threshold a condition holds."""

    MORE_THAN = "more than"
    FROM = "from"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class Condition:
    """What surely holds of some work when one unknown number is on one side of a threshold.

    It holds for every number on that side, and whatever the other unknown numbers are, inside what
    is known of them. `until` is the last number it holds for where nothing is sure of larger ones:
    with more workers than actors, a worker without any may use those of all others. At least
    `least_idle` actors idle, 0 where the condition is no bad one. With `workers_at_most` it holds
    on clusters of so many workers or fewer. `unit` says who idles. What a filter keeps is counted
    in rows `of` those before it, and these are taken to be spread evenly.
    """

    factor: Factor
    comparison: Comparison
    threshold: int
    holds: Property
    until: int | None = None
    least_idle: int = 0
    workers_at_most: int | None = None
    unit: Unit = Unit.ACTOR
    of: int | None = None


def conditions(written: Plan, prediction: Prediction, call: UdfCall) -> tuple[Condition, ...]:
    """Where the prediction of some work turns, for each number that is unknown or a range.

    Thresholds are proven for their whole side, so some are farther out than where a run turns.
    Nothing is said where nothing is sure, nor what holds anyway. As in a prediction, all
    rows cost the same and nothing else costs any. A call that runs twice has the conditions that
    both runs have; one that isn't in the plan has none.

    Args:
        written: The plan as it is written.
        prediction: The prediction of its pipeline on some cluster.
        call: The call whose work is looked at.
    """
    works = [work for work in prediction.work if work.call == call]
    if not works:
        return ()
    rows = _rows_before_filter(written, prediction)
    first, *others = (
        tuple(_of_work(work, _growth(prediction, work, place, rows), rows))
        for place, work in enumerate(works)
    )
    return tuple(condition for condition in first if all(condition in more for more in others))


def conditions_of_tasks(work: WorkPrediction) -> tuple[Condition, ...]:
    """The same of some work by its tasks alone, however these come from the rows of the source."""
    return tuple(_of_work(work, None))


def sentence(condition: Condition) -> str:
    """A condition in one sentence, as in `No actor idles with 256 or more rows.`."""
    unit = condition.unit
    what = {
        Property.ACTORS_IDLE: _idling(condition.least_idle, unit),
        Property.NO_ACTOR_IDLES: f"No {unit.value} idles",
        Property.WELL_USED: f"Utilisation is at least {percent(WELL_USED_FROM)}",
    }[condition.holds]
    workers = condition.workers_at_most
    given = "" if workers is None else f", on up to {_counted(str(workers), 'worker')}"
    return f"{what} {_where(condition)}{given}."


def _idling(idle: int, unit: Unit) -> str:
    return f"At least {idle:,} {f'{unit.value} idles' if idle == 1 else f'{unit.plural} idle'}"


_PLACES = {
    Factor.WORKERS: ("on", "worker"),
    Factor.ROWS: ("with", "row"),
    Factor.CPUS: ("with", "CPU per worker"),
    Factor.CONCURRENCY: ("with", "actor"),
}


def _where(condition: Condition) -> str:
    amount = _amount(condition)
    if condition.factor is Factor.PARTITIONS:
        return f"if {_counted(amount, 'partition')} {'has' if amount == '1' else 'have'} rows"
    if condition.factor is Factor.BATCH_SIZE:
        return f"with a batch_size of {amount.replace(',', '_')}"
    if condition.factor is Factor.KEPT and condition.of is not None:
        return _keeping(condition, condition.of)
    lead, noun = _PLACES[condition.factor]
    return f"{lead} {_counted(amount, noun)}"


def _amount(condition: Condition) -> str:
    """`8 or more`, `9 to 16`, `8 or fewer`."""
    number, until = condition.threshold, condition.until
    if condition.comparison is Comparison.AT_MOST:
        less = "less" if condition.factor is Factor.BATCH_SIZE else "fewer"
        return "1" if number == 1 else f"{number:,} or {less}"
    least = number + (condition.comparison is Comparison.MORE_THAN)
    return f"{least:,} or more" if until is None else f"{least:,} to {until:,}"


def _keeping(condition: Condition, rows: int) -> str:
    """`if the filter keeps at least 1 in 20 rows of each partition`."""
    if condition.comparison is Comparison.FROM and condition.until is None:
        share = rows // condition.threshold
        return f"if the filter keeps at least 1 in {share:,} rows of each partition"
    kept = _counted(_amount(condition), "row")
    return f"if the filter keeps {kept}, spread evenly over the partitions"


def _counted(amount: str, noun: str) -> str:
    head, space, rest = noun.partition(" ")
    return f"{amount} {head}{'' if amount == '1' else 's'}{space}{rest}"


def _rows_before_filter(written: Plan, prediction: Prediction) -> int | None:
    """The rows before the only filter of a plan whose rows are known.

    None where there is none, where a hint tells what it keeps, or where it isn't known how the rows
    lie in front of it.
    """
    filters = [step for step in written.operators if step.kind is OperatorKind.FILTER]
    before = [
        step.before for step in prediction.flow.steps if step.operator.kind is OperatorKind.FILTER
    ]
    if not (len(filters) == len(before) == 1 and written.source.rows.known):
        return None
    is_known = before[0].rows.known and before[0].sizes is not None
    return before[0].rows.count if is_known and not filters[0].has_row_hint else None


def _growth(
    prediction: Prediction, work: WorkPrediction, place: int, before_filter: int | None
) -> Growth | None:
    """How the tasks of some work grow with the rows of the source, where that is known.

    It isn't where a step stops at some number of rows, where only some run takes it, or where
    a hint tells the rows behind it. With known rows it is how they grow with those that the
    only filter keeps, of so many before it. Of the work of its call it is the one at that place.
    """
    plan = prediction.optimised.plan
    source, steps = plan.source, plan.operators
    if not source.partitions.known or (source.rows.known and before_filter is None):
        return None
    if any(map(_stops_growth, steps)):
        return None
    few = exactly(_PROBE_ROWS)
    if before_filter is None:
        probe = replace(plan, source=replace(source, rows=few))
    else:
        thinned = (
            replace(step, rows=few) if step.kind is OperatorKind.FILTER else step for step in steps
        )
        probe = replace(plan, operators=tuple(thinned))
    found = [
        partitions_reaching(step, work.call, work.dispatch)
        for step in flow(probe).steps
        for _, call in calls_of(step.operator)
        if call == work.call and not step.finished
    ]
    reaching = found[place] if place < len(found) else ()
    if len(reaching) != 1 or reaching[0].sizes is None:
        return None
    return growth(reaching[0].dealing, _PROBE_ROWS)


def _stops_growth(step: Operator) -> bool:
    maybe = step.maybe and not step.keeps_rows
    return maybe or step.kind is OperatorKind.LIMIT or step.has_row_hint


def _of_work(
    work: WorkPrediction, known: Growth | None, before_filter: int | None = None
) -> Iterator[Condition]:
    if work.actors.high <= 1 or work.tasks.high < 1:
        return
    for wanted in Property:
        if not _is_open(work, wanted):
            continue
        load = work.load if wanted is Property.ACTORS_IDLE else _with_an_actor_each(work.load)
        fewer = load.workers.high < work.load.workers.high
        for axis in _axes(work, load, known, before_filter):
            given = int(load.workers.high) if fewer and axis.factor is not Factor.WORKERS else None
            for found in _along(axis, wanted):
                of = before_filter if axis.factor is Factor.KEPT else None
                yield replace(found, workers_at_most=given, unit=work.unit, of=of)


def _is_open(work: WorkPrediction, wanted: Property) -> bool:
    """Whether a property holds for some of what is known, and not for all of it."""
    if wanted is Property.WELL_USED:
        return work.utilisation.low < WELL_USED_FROM <= work.utilisation.high
    return work.idle.low < 1 <= work.idle.high


def _with_an_actor_each(load: Load) -> Load:
    """The load on no more workers than can have an actor each, where their number isn't known."""
    workers = load.workers
    most = min(workers.high, load.actors.low)
    if workers.known or load.anywhere or most < workers.low or load.threads is not None:
        return load
    return replace(load, workers=replace(workers, high=most))


def _along(axis: Axis, wanted: Property) -> Iterator[Condition]:
    idles = wanted is Property.ACTORS_IDLE
    side = from_a_number_on(axis, wanted)
    if side is not None:
        until = None if side.high == axis.known.high else int(side.high)
        comparison = Comparison.MORE_THAN if idles else Comparison.FROM
        threshold = side.low - idles
        idle = side.least_idle if idles else 0
        yield Condition(axis.factor, comparison, threshold, wanted, until, idle)
    more_is_better = axis.factor is Factor.CPUS or (axis.factor is Factor.ROWS and not idles)
    side = None if more_is_better else up_to_a_number(axis, wanted)
    if side is not None:
        idle = side.least_idle if idles else 0
        yield Condition(axis.factor, Comparison.AT_MOST, int(side.high), wanted, least_idle=idle)


def _axes(
    work: WorkPrediction, load: Load, known: Growth | None, before_filter: int | None
) -> Iterator[Axis]:
    """The numbers of the load that are unknown or a range, one after another."""
    grown = load
    if is_left_to_chance(work.load):
        load = whatever_chance_leaves(load)
    in_tasks = work.unit is Unit.WORKER
    if not (work.load.workers.known or work.anywhere):
        yield Axis(
            factor=Factor.WORKERS,
            known=work.load.workers,
            moved=partial(_on_workers, load),
            end=math.inf if in_tasks else load.actors.low,
            stepwise=True,
        )
    if known is not None:
        factor = Factor.ROWS if before_filter is None else Factor.KEPT
        rows, moved = work.partitioning.rows, partial(_with_rows, grown, known)
        yield Axis(factor=factor, known=rows, moved=moved, growth=known)
    elif not work.load.tasks.known and load.sizes is None:
        tasks = load.tasks.at_least(exactly(1))
        yield Axis(
            factor=Factor.PARTITIONS, known=tasks, moved=lambda tasks: replace(load, tasks=tasks)
        )
    if in_tasks:
        # Who idles hangs on nothing else.
        return
    if not load.batch_size.known and not _is_engines(work):
        sizes = load.batch_size
        yield Axis(
            factor=Factor.BATCH_SIZE, known=sizes, moved=lambda size: replace(load, batch_size=size)
        )
    cpus = load.cpus_with(load.actors.low, load.workers.high)
    if not cpus.known and not load.groups:
        yield Axis(factor=Factor.CPUS, known=cpus, moved=lambda cpus: replace(load, cpus=cpus))
    if not load.actors.known:
        yield Axis(
            factor=Factor.CONCURRENCY,
            known=load.actors,
            moved=lambda actors: replace(load, actors=actors),
            stepwise=True,
        )


def _on_workers(load: Load, workers: Quantity) -> Load:
    """The load on so many workers, which do the work themselves where it has no pool."""
    return replace(load, workers=workers, actors=load.actors if load.threads is None else workers)


def _with_rows(load: Load, growth: Growth, rows: Quantity) -> Load:
    """The load with so many rows, in the tasks that they make."""
    most = rows.high
    if math.isfinite(most):
        most = max(1, min(growth.work(int(most)).most_tasks, most))
    fewest, least = growth.filled(int(rows.low)), growth.work(int(rows.low)).least
    tasks = between(min(fewest, most), most)
    return replace(load, rows=rows, tasks=tasks, sizes=None, least_rows=max(1, math.ceil(least)))


def _is_engines(pool: WorkPrediction) -> bool:
    """Whether no batch size is set, so the engine decides the rows of a morsel."""
    return pool.call.udf.batch_size is None and pool.batch_size.high == DEFAULT_MORSEL_ROWS
