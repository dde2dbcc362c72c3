"""Where a prediction turns: the number of an unknown from which actors idle, or none does."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import OperatorKind, Pipeline, UdfCall
from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.axes import Axis, Factor, LoadAxis, RowsAxis
from daft_lint.scheduling.bounds import Load
from daft_lint.scheduling.growth import Growth, growth
from daft_lint.scheduling.prediction import Prediction, WorkPrediction, predict
from daft_lint.scheduling.simulation import DEFAULT_MORSEL_ROWS
from daft_lint.scheduling.sizes import filled_kinds
from daft_lint.scheduling.thresholds import (
    WELL_USED_FROM,
    Property,
    from_a_number_on,
    up_to_a_number,
)
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
    """What surely holds of a pool when one unknown number is on one side of a threshold.

    It holds for every number on that side, and whatever the other unknown numbers are, inside what
    is known of them. `until` is the last number it holds for where nothing is sure of larger ones:
    with more workers than actors, a worker without any may use those of all others. At least
    `least_idle` actors idle, 0 where the condition is no bad one. With `workers_at_most` it holds
    on clusters of so many workers or fewer.
    """

    factor: Factor
    comparison: Comparison
    threshold: int
    holds: Property
    until: int | None = None
    least_idle: int = 0
    workers_at_most: int | None = None


def conditions(
    pipeline: Pipeline,
    cluster: Cluster,
    call: UdfCall,
    daft_version: tuple[int, ...] = (0, 7),
) -> tuple[Condition, ...]:
    """Where the prediction of a pool turns, for each number that is unknown or a range.

    Thresholds are proven for their whole side, so some are farther out than where a simulation
    turns. Nothing is said where nothing is sure, nor what holds anyway. As in a prediction, all
    rows cost the same and nothing else costs any. A call that runs twice has the conditions that
    both runs have; one that isn't in the pipeline has none.
    """
    situation = _Situation(pipeline, cluster, call, daft_version)
    prediction = situation.predicted()
    found = [
        tuple(_of_pool(pool, situation, prediction, place))
        for place, pool in enumerate(situation.pools(prediction))
    ]
    return tuple(one for one in found[0] if all(one in more for more in found)) if found else ()


def sentence(condition: Condition) -> str:
    """A condition in one sentence, as in `No actor idles from 256 rows on`, with a full stop."""
    what = {
        Property.ACTORS_IDLE: _idling(condition.least_idle),
        Property.NO_ACTOR_IDLES: "No actor idles",
        Property.WELL_USED: f"At least {percent(WELL_USED_FROM)} of the actor time is used",
    }[condition.holds]
    workers = condition.workers_at_most
    given = "" if workers is None else f", on up to {_counted(workers, 'worker')}"
    return f"{what} {_where(condition)}{given}."


def _idling(actors: int) -> str:
    return f"At least {actors:,} {'actor idles' if actors == 1 else 'actors idle'}"


_PLACES = {
    Factor.WORKERS: ("on a cluster of", "worker"),
    Factor.ROWS: ("with", "row"),
    Factor.PARTITIONS: ("with", "filled partition"),
    Factor.CPUS: ("with", "CPU a worker"),
    Factor.CONCURRENCY: ("with", "actor"),
}


def _where(condition: Condition) -> str:
    number, until = condition.threshold, condition.until
    bound = "" if until is None else f", up to {until:,}"
    at_most_one = number == 1 and condition.comparison is Comparison.AT_MOST
    if condition.factor is Factor.WORKERS and at_most_one:
        return "on a single worker"
    if condition.factor is Factor.BATCH_SIZE:
        words = {
            Comparison.MORE_THAN: f"above {number:_}",
            Comparison.FROM: f"of {number:_} or more",
            Comparison.AT_MOST: f"of at most {number:_}",
        }
        return f"with a batch_size {words[condition.comparison]}{bound}"
    lead, noun = _PLACES[condition.factor]
    counted = _counted(number, noun)
    words = {
        Comparison.MORE_THAN: f"{lead} more than {counted}",
        Comparison.FROM: f"from {counted} on",
        Comparison.AT_MOST: f"{lead} at most {counted}",
    }
    return f"{words[condition.comparison]}{bound}"


def _counted(number: int, noun: str) -> str:
    head, _, rest = noun.partition(" a ")
    ending = f" a {rest}" if rest else ""
    return f"{number:,} {head}{'' if number == 1 else 's'}{ending}"


@dataclass(frozen=True, slots=True)
class _Situation:
    """A pipeline, a cluster, a Daft version, and the call whose pools are looked at."""

    pipeline: Pipeline
    cluster: Cluster
    call: UdfCall
    daft_version: tuple[int, ...]

    def predicted(self) -> Prediction:
        """What all of it will do."""
        return predict(self.pipeline, self.cluster, self.daft_version)

    def pools(self, prediction: Prediction) -> list[WorkPrediction]:
        """The pools of the call, one for each time that it runs."""
        return [pool for pool in prediction.pools if pool.call == self.call]

    def with_rows(self, rows: int, place: int) -> WorkPrediction | None:
        """One of the pools, were there so many rows at the source."""
        plan = self.pipeline.plan
        counted = replace(plan, source=replace(plan.source, rows=exactly(rows)))
        other = replace(self, pipeline=replace(self.pipeline, plan=counted))
        pools = self.pools(other.predicted())
        return pools[place] if place < len(pools) else None

    def growth(self, prediction: Prediction, place: int) -> Growth | None:
        """How the tasks of a pool grow with the rows of the source, where that is known.

        It isn't where a step stops at some number of rows, or where only some run takes it.
        """
        source, steps = self.pipeline.plan.source, prediction.optimised.plan.operators
        if source.rows.known or not source.partitions.known:
            return None
        if any(step.maybe or step.kind is OperatorKind.LIMIT for step in steps):
            return None
        probe = self.with_rows(_PROBE_ROWS, place)
        if probe is None or probe.partitioning.sizes is None:
            return None
        return growth(probe.partitioning.dealing, _PROBE_ROWS)


def _of_pool(
    pool: WorkPrediction, situation: _Situation, prediction: Prediction, place: int
) -> Iterator[Condition]:
    if pool.actors.high <= 1 or pool.tasks.high < 1:
        return
    known = situation.growth(prediction, place)
    for wanted in Property:
        if not _is_open(pool, wanted):
            continue
        load = pool.load if wanted is Property.ACTORS_IDLE else _with_an_actor_each(pool.load)
        fewer = load.workers.high < pool.load.workers.high
        for axis in _axes(pool, load, known, lambda rows: situation.with_rows(rows, place)):
            given = int(load.workers.high) if fewer and axis.factor is not Factor.WORKERS else None
            for found in _along(axis, wanted):
                yield replace(found, workers_at_most=given)


def _is_open(pool: WorkPrediction, wanted: Property) -> bool:
    """Whether a property holds for some of what is known, and not for all of it."""
    if wanted is Property.WELL_USED:
        return pool.utilisation.low < WELL_USED_FROM <= pool.utilisation.high
    return pool.idle.low < 1 <= pool.idle.high


def _with_an_actor_each(load: Load) -> Load:
    """The load on no more workers than can have an actor each, where their number isn't known."""
    workers = load.workers
    most = min(workers.high, load.actors.low)
    if workers.known or load.anywhere or most < workers.low:
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
    pool: WorkPrediction,
    load: Load,
    known: Growth | None,
    with_rows: Callable[[int], WorkPrediction | None],
) -> Iterator[Axis]:
    """The numbers of a pool's load that are unknown or a range, one after another."""
    kinds = filled_kinds(load.sizes)
    moved = partial(LoadAxis, kinds=kinds)
    if not (pool.load.workers.known or pool.anywhere):
        yield moved(
            Factor.WORKERS,
            pool.load.workers,
            lambda workers: replace(load, workers=workers),
            end=load.actors.low,
            stepwise=True,
        )
    if known is not None:
        yield RowsAxis(pool.partitioning.rows, load, known, with_rows)
    elif not load.tasks.known and load.sizes is None:
        tasks = load.tasks.at_least(exactly(1))
        yield moved(Factor.PARTITIONS, tasks, lambda tasks: replace(load, tasks=tasks))
    if not load.batch_size.known and not _is_engines(pool):
        sizes = load.batch_size
        yield moved(Factor.BATCH_SIZE, sizes, lambda size: replace(load, batch_size=size))
    cpus = load.cpus_with(load.actors.low, load.workers.high)
    if not cpus.known and not load.groups:
        most_at_once = math.ceil(sum(kinds.values()) / load.workers.low)
        yield moved(
            Factor.CPUS,
            cpus,
            lambda cpus: replace(load, cpus=cpus),
            alike_from=most_at_once if kinds else math.inf,
        )
    if not load.actors.known:
        yield moved(
            Factor.CONCURRENCY,
            load.actors,
            lambda actors: replace(load, actors=actors),
            stepwise=True,
        )


def _is_engines(pool: WorkPrediction) -> bool:
    """Whether nobody set a batch size, so that the rows of a morsel are the engine's matter."""
    return pool.call.udf.batch_size is None and pool.batch_size.high == DEFAULT_MORSEL_ROWS
