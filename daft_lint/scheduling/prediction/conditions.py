"""The turning points of a prediction: the number from which actors idle, or none does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from functools import partial

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, UdfCall
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.axes import Axis, Factor, LoadAxis, RowsAxis
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import is_left_to_chance, whatever_chance_leaves
from daft_lint.scheduling.prediction.growth import Growth, growth
from daft_lint.scheduling.prediction.predict import Prediction, WorkPrediction, predict
from daft_lint.scheduling.prediction.thresholds import (
    WELL_USED_FROM,
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


def conditions(
    pipeline: Pipeline,
    cluster: Cluster,
    call: UdfCall,
    daft_version: tuple[int, ...] = (0, 7),
    prediction: Prediction | None = None,
) -> tuple[Condition, ...]:
    """Where the prediction of some work turns, for each number that is unknown or a range.

    Thresholds are proven for their whole side, so some are farther out than where a run turns.
    Nothing is said where nothing is sure, nor what holds anyway. As in a prediction, all
    rows cost the same and nothing else costs any. A call that runs twice has the conditions that
    both runs have; one that isn't in the pipeline has none. The `prediction` of that pipeline on
    that cluster is made anew if it isn't given.
    """
    situation = _Situation(pipeline, cluster, call, daft_version)
    prediction = prediction or situation.predicted()
    found = []
    for place, work in enumerate(situation.work(prediction)):
        known = situation.growth(prediction, place)
        found.append(tuple(_of_work(work, known, situation.before_filter(prediction))))
    return (
        tuple(condition for condition in found[0] if all(condition in more for more in found))
        if found
        else ()
    )


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


@dataclass(frozen=True, slots=True)
class _Situation:
    """A pipeline, a cluster, a Daft version, and the call whose work is looked at."""

    pipeline: Pipeline
    cluster: Cluster
    call: UdfCall
    daft_version: tuple[int, ...]

    def predicted(self) -> Prediction:
        """What the call will do."""
        return predict(self.pipeline, self.cluster, self.daft_version, self.call.span)

    def work(self, prediction: Prediction) -> list[WorkPrediction]:
        """The work of the call, once for each time that it runs."""
        return [work for work in prediction.work if work.call == self.call]

    def with_rows(self, rows: int, place: int) -> WorkPrediction | None:
        """One of the pools, were there so many rows at the source, or behind its only filter."""
        plan, counted_rows = self.pipeline.plan, exactly(rows)
        thinning = self.filter()
        if thinning is None:
            counted = replace(plan, source=replace(plan.source, rows=counted_rows))
        else:
            steps = (
                replace(operator, rows=counted_rows) if operator is thinning else operator
                for operator in plan.operators
            )
            counted = replace(plan, operators=tuple(steps))
        other = replace(self, pipeline=replace(self.pipeline, plan=counted))
        works = self.work(other.predicted())
        return works[place] if place < len(works) else None

    def growth(self, prediction: Prediction, place: int) -> Growth | None:
        """How the tasks of a pool grow with the rows of the source, where that is known.

        It isn't where a step stops at some number of rows, where only some run takes it, or where
        a hint tells the rows behind it. With known rows it is how they grow with those that the
        only filter keeps.
        """
        source, steps = self.pipeline.plan.source, prediction.optimised.plan.operators
        thinned = self.before_filter(prediction) is not None
        if not source.partitions.known or (source.rows.known and not thinned):
            return None
        if any(_stops_growth(step) for step in steps):
            return None
        probe = self.with_rows(_PROBE_ROWS, place)
        if probe is None or probe.partitioning.sizes is None:
            return None
        return growth(probe.partitioning.dealing, _PROBE_ROWS)

    def filter(self) -> Operator | None:
        """The only filter of a pipeline whose rows are known, where no hint tells what it keeps."""
        plan = self.pipeline.plan
        found = [step for step in plan.operators if step.kind is OperatorKind.FILTER]
        is_only = len(found) == 1 and plan.source.rows.known and not found[0].has_row_hint
        return found[0] if is_only else None

    def before_filter(self, prediction: Prediction) -> int | None:
        """The rows before the only filter; None where there is none, or how they lie is unknown."""
        if self.filter() is None:
            return None
        steps = prediction.flow.steps
        before = [step.before for step in steps if step.operator.kind is OperatorKind.FILTER]
        is_known = len(before) == 1 and before[0].rows.known and before[0].sizes is not None
        return before[0].rows.count if is_known else None


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
        yield LoadAxis(
            factor=Factor.WORKERS,
            known=work.load.workers,
            moved=partial(_on_workers, load),
            end=math.inf if in_tasks else load.actors.low,
            stepwise=True,
        )
    if known is not None:
        factor = Factor.ROWS if before_filter is None else Factor.KEPT
        yield RowsAxis(factor=factor, known=work.partitioning.rows, load=grown, growth=known)
    elif not work.load.tasks.known and load.sizes is None:
        tasks = load.tasks.at_least(exactly(1))
        yield LoadAxis(
            factor=Factor.PARTITIONS, known=tasks, moved=lambda tasks: replace(load, tasks=tasks)
        )
    if in_tasks:
        # Who idles hangs on nothing else.
        return
    if not load.batch_size.known and not _is_engines(work):
        sizes = load.batch_size
        yield LoadAxis(
            factor=Factor.BATCH_SIZE, known=sizes, moved=lambda size: replace(load, batch_size=size)
        )
    cpus = load.cpus_with(load.actors.low, load.workers.high)
    if not cpus.known and not load.groups:
        yield LoadAxis(factor=Factor.CPUS, known=cpus, moved=lambda cpus: replace(load, cpus=cpus))
    if not load.actors.known:
        yield LoadAxis(
            factor=Factor.CONCURRENCY,
            known=load.actors,
            moved=lambda actors: replace(load, actors=actors),
            stepwise=True,
        )


def _on_workers(load: Load, workers: Quantity) -> Load:
    """The load on so many workers, which do the work themselves where it has no pool."""
    return replace(load, workers=workers, actors=load.actors if load.threads is None else workers)


def _is_engines(pool: WorkPrediction) -> bool:
    """Whether no batch size is set, so the engine decides the rows of a morsel."""
    return pool.call.udf.batch_size is None and pool.batch_size.high == DEFAULT_MORSEL_ROWS
