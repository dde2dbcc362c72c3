"""The planner: a forecast for the work of a pipeline, and better numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daft_lint.judging.pools import LIGHT_ROW_SECONDS, is_light
from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.pipeline import Pipeline, Udf
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.planning.what_if import PlanningError, WhatIf, supposed
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.allowed_steps import limit_beside
from daft_lint.scheduling.optimiser.native import runs_natively
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.capacity import Capacity, capacity_for, other_pools
from daft_lint.scheduling.prediction.chains import chain_of
from daft_lint.scheduling.prediction.conditions import Condition, conditions
from daft_lint.scheduling.prediction.forecast import FEW_RUNS, forecast
from daft_lint.scheduling.prediction.listings import of_few_files
from daft_lint.scheduling.prediction.outcome import Outcome, on_all
from daft_lint.scheduling.prediction.predict import (
    Prediction,
    WorkPrediction,
    assume_workers,
    predict,
)
from daft_lint.scheduling.simulation.cluster_costs import costs_of
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.money import cost_per_hour, in_hours, lost_per_hour
from daft_lint.scheduling.tuning.advice import replaced_step
from daft_lint.scheduling.tuning.best_numbers import GAIN, tune
from daft_lint.scheduling.tuning.changed_loads import usable_levers
from daft_lint.scheduling.tuning.sure_numbers import tune_what_is_sure
from daft_lint.scheduling.tuning.terms import Constraints, Numbers, Tunable, Tuning, TuningStep
from daft_lint.scheduling.tuning.trials import AS_GOOD

_MOST_COUNTS = 8
_ONE_THREAD = Origin(
    OriginKind.ASSUMPTION,
    "without a pool, a worker does one thing at a time: set --cpus-per-worker",
)

_FEW_SECONDS = 10.0
"""Light work that takes no longer is left as it is."""
CLEARLY_EARLIER = 0.8
"""More actors are worth a word where they end within this share of the time."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person wants to know: with which numbers, at which costs, under which constraints.

    `row_seconds_of` are the times of a row in single UDFs or expressions, by name; for all others
    those of the costs hold. `assumptions` name those that aren't given. With `keeps_actors` the
    concurrency stays because an option says so. `ends` are the costs on a quiet and on a busy
    machine: a forecast is for all of them, and advice has to hold on each.
    """

    numbers: WhatIf
    costs: Costs
    constraints: Constraints
    daft_version: tuple[int, ...] = (0, 7)
    assumptions: tuple[str, ...] = ()
    row_seconds_of: tuple[tuple[str, float], ...] = ()
    keeps_actors: bool = False
    ends: tuple[Costs, ...] = ()

    def row_seconds(self, udf: Udf) -> float:
        """What a row takes in a UDF, or in all of the expressions, in seconds."""
        given = [seconds for name, seconds in self.row_seconds_of if name in udf.names]
        return sum(given) if given else self.costs.row_seconds

    def costs_of(self, work: WorkPrediction) -> Costs:
        """What rows, morsels and tasks cost that work on a usual machine."""
        return self._of(work, self.costs)

    def costs_everywhere(self, work: WorkPrediction) -> Iterator[Costs]:
        """The same on each of the machines, the usual one first."""
        return (self._of(work, costs) for costs in (self.costs, *self.ends))

    def _of(self, work: WorkPrediction, costs: Costs) -> Costs:
        return costs_of(work.unit, replace(costs, row_seconds=self.row_seconds(work.call.udf)))


MOST_EVERYWHERE = 5_000
"""Pools of more actors are followed on a usual machine alone: each run may take seconds."""


@dataclass(frozen=True, slots=True)
class Money:
    """What a forecast costs, in the currency of the cost per worker hour.

    `lost_per_hour` is paid in an hour of work while actors wait, `lost_per_run` in a run, and
    `cost_per_run` in all; what a run costs until its actors are ready is in none of them. Amounts
    per run are None where the time of a run is unknown.
    """

    lost_per_hour: Quantity
    lost_per_run: Quantity | None
    cost_per_run: Quantity | None


@dataclass(frozen=True, slots=True)
class MoreActors:
    """The numbers of a larger pool that would end clearly earlier, and what comes of them."""

    numbers: Numbers
    forecast: Outcome


@dataclass(frozen=True, slots=True)
class SameTasks:
    """Work without a pool that the same tasks do as other work, and its forecasts.

    `advised` is None where the other work is a pool, or gets no advice.
    """

    work: WorkPrediction
    now: Outcome
    advised: Outcome | None


@dataclass(frozen=True, slots=True)
class PlannedPool:
    """A pool or work without one, its forecast as things are, and better numbers.

    `tuning` is None where too little is known to search, `advised` where it found no better
    numbers. The forecasts of a tuning are those of the pool alone, `now` and `advised` those of the
    pool in its pipeline. `held_up` says that other numbers would help the pool, but not while it
    waits for other UDFs. `room` is how many actors find a place, None where the cluster is unknown.
    `conditions` are where the forecast turns with an unknown number. `money` and `money_advised`
    are None without a price. `more_actors` is what would be advised if the concurrency might
    change, where only more actors help so much. `same_tasks` is other work that its tasks do.
    `supposed` is the pool as findings take it where the cluster or the number of files is unknown.
    Work that `is_light` takes seconds at most, and is left as it is.
    """

    pool: WorkPrediction
    now: Outcome
    tuning: Tuning | None
    advised: Outcome | None
    money: Money | None
    money_advised: Money | None
    held_up: bool = False
    room: Capacity | None = None
    conditions: tuple[Condition, ...] = ()
    more_actors: MoreActors | None = None
    same_tasks: tuple[SameTasks, ...] = ()
    supposed: WorkPrediction | None = None
    is_light: bool = False

    @property
    def lacks_room(self) -> bool:
        """Whether some of its actors surely find no place."""
        return self.room is not None and self.room.actors < self.pool.actors.low


@dataclass(frozen=True, slots=True)
class PlannedPipeline:
    """A pipeline as supposed, its pools in the order they run, and other work that has no pool."""

    pipeline: Pipeline
    prediction: Prediction
    pools: tuple[PlannedPool, ...]
    question: Question

    @property
    def from_code(self) -> bool:
        """Whether it is in code, not just numbers."""
        return bool(self.pipeline.plan.source.span.path)


def planned(pipeline: Pipeline, question: Question) -> PlannedPipeline:
    """Answer a question about a pipeline that knows its cluster.

    Raises:
        PlanningError: when a number makes no sense for the code.
    """
    pipeline = supposed(pipeline, question.numbers, question.daft_version)
    planner = _planner(pipeline, question)
    in_tasks = planner.in_tasks()
    pools = []
    for pool in planner.pools():
        works = in_tasks.pop(pool.pool.tasks_key, [])
        pools.append(replace(pool, same_tasks=planner.same_tasks(works, None)))
    pools += map(planner.sure, in_tasks.values())
    return PlannedPipeline(pipeline, planner.prediction, tuple(pools), question)


def forecasts(
    pipeline: Pipeline, question: Question
) -> tuple[tuple[WorkPrediction, Outcome, Money | None], ...]:
    """What becomes of each piece of work of a pipeline that knows its cluster, without advice."""
    planner = _planner(pipeline, question)
    found = []
    for work in planner.prediction.work:
        alone = _one_call_at_a_time(work) if work.unit is Unit.WORKER else work
        now = planner.forecast(alone)
        if planner.shares_cpus(work):
            now = _or_longer(now)
        found.append((alone, now, planner.money(now)))
    return tuple(found)


def _planner(pipeline: Pipeline, question: Question) -> _Planner:
    prediction = predict(pipeline, pipeline.cluster, question.daft_version)
    return _Planner(pipeline, prediction, question)


@dataclass(frozen=True, slots=True)
class _Planner:
    """Answers a question about a pipeline, whose numbers are as supposed."""

    pipeline: Pipeline
    prediction: Prediction
    question: Question

    def in_tasks(self) -> dict[object, list[WorkPrediction]]:
        """The work without a pool, by its tasks; none natively, where there is one worker."""
        found: dict[object, list[WorkPrediction]] = {}
        for work in self.prediction.work if not runs_natively(self.pipeline) else ():
            if work.unit is Unit.WORKER and self.question.numbers.means(work.call):
                found.setdefault(work.tasks_key, []).append(_one_call_at_a_time(work))
        return found

    def shares_cpus(self, work: WorkPrediction) -> bool:
        """Whether a pool shares the CPUs of its machine, which nothing counts, with other pools.

        With fewer CPUs than processes they take longer: on two CPUs, runs of two pools took 22 and
        63 % longer than was forecast with a CPU for each process (Daft 0.7.26).
        """
        is_counted = work.unit is not Unit.PROCESS or work.cores is not None
        return not is_counted and len(self.prediction.pools) > 1

    def same_tasks(
        self, works: Iterable[WorkPrediction], tuning: Tuning | None
    ) -> tuple[SameTasks, ...]:
        """Work of the same tasks as other work, with what is advised of the tasks."""
        return tuple(
            SameTasks(work, self.forecast(work), self.advised(work, tuning)) for work in works
        )

    def sure(self, works: Sequence[WorkPrediction]) -> PlannedPool:
        """What becomes of work without a pool, all of the same tasks, and what is sure to help.

        Where the rows aren't known, each task is taken to have some.
        """
        work = self.limited(works[0])
        # It has a repartition beside a limit, where into_partitions would hang.
        splits = work.with_limit(limited=False)
        tuning = tune_what_is_sure(splits, self.question.constraints)
        if tuning is not None and not tuning.steps:
            tuning = self.more_tasks(splits, tuning)
        first, *others = tasks = self.same_tasks([work, *works[1:]], tuning)
        now, advised = first.now, first.advised
        light = all(map(self.is_left, tasks))
        faster = any(_is_faster(each.advised, each.now) for each in tasks if each.advised)
        if light or (advised is not None and not faster):
            tuning, advised = tuning and _without_steps(tuning), None
            others = [replace(other, advised=None) for other in others]
        elif tuning is not None and advised is not None:
            if not work.partitioning.rows.known:
                advised = tuning.advised
            *steps, last = tuning.steps
            last = replace(last, forecast=advised)
            tuning = replace(tuning, now=now, advised=advised, steps=(*steps, last))
        return PlannedPool(
            work,
            now,
            tuning,
            advised,
            self.money(now),
            self.money(advised),
            same_tasks=tuple(others),
            is_light=light,
        )

    def more_tasks(self, work: WorkPrediction, tuning: Tuning) -> Tuning:
        """The fewest tasks that let work without a pool end about as early as any, if earlier.

        A worker is busy with a single one of its tasks, so that no worker idles. Fewer tasks than
        there are spare a last round of a few: where 16 run at once, 6 of 22 ran in a second one.
        Without a batch_size they make calls of more rows, so then there are none fewer.
        """
        workers, each, found = work.workers, work.tasks_at_once, work.partitioning.planned
        known = workers is not None and workers.known and each is not None and each.known
        levers = usable_levers(work, self.question.constraints)
        if not known or not found.known or Tunable.PARTITIONS not in levers:
            return tuning
        assert workers is not None
        assert each is not None
        replaces = replaced_step(work, Tunable.PARTITIONS) is not None
        unit = workers.count if replaces or found.count <= 1 else found.count
        keeps_calls = not work.takes_batch_size or work.call.udf.batch_size is not None
        fewest = 0 if replaces and keeps_calls else found.count
        room = range(unit, workers.count * each.count + 1, unit)
        counts = [count for count in room if count > fewest and count != found.count]
        now = self.forecast(work)
        tried = {
            count: self.with_numbers({Tunable.PARTITIONS: count}, work)
            for count in counts[:: -(-len(counts) // _MOST_COUNTS) or 1]
        }
        faster = {
            count: then
            for count, then in tried.items()
            if then is not None and then.makespan is not None and _is_faster(then, now)
        }
        if not faster:
            return tuning
        most = min(map(_seconds, faster.values())) * (1 + AS_GOOD)
        count, then = next(item for item in faster.items() if _seconds(item[1]) <= most)
        text = f"{count:,} run at once, up to {-(-count // workers.count):,} on each"
        step = TuningStep(
            Tunable.PARTITIONS,
            found.count,
            count,
            f"{workers.count:,} workers run {each.count:,} tasks at once each, and there are "
            f"{found.count:,}; {text}: more only make more files",
            then,
        )
        numbers = replace(tuning.numbers, partitions=count)
        return replace(tuning, advised_numbers=numbers, advised=then, steps=(step,))

    def is_left(self, tasks: SameTasks) -> bool:
        """Whether work is light, also by the time of its rows, and takes a few seconds at most."""
        work, makespan = tasks.work, tasks.now.makespan
        short = self.question.row_seconds(work.call.udf) <= LIGHT_ROW_SECONDS
        return is_light(work) and short and (makespan is None or makespan.high <= _FEW_SECONDS)

    def pools(self) -> Iterator[PlannedPool]:
        """The pools that the question is about."""
        for pool in self.prediction.pools:
            if self.question.numbers.means(pool.call):
                yield self.pool(pool)

    def pool(self, pool: WorkPrediction) -> PlannedPool:
        """What becomes of a pool, and better numbers."""
        on_ray, alone = pool.unit is Unit.ACTOR, len(self.prediction.work) == 1
        others = other_pools(pool, self.prediction.pools)
        room = capacity_for(pool, others, self.pipeline.cluster) if on_ray else None
        now, tuning, held_up = self.forecast(pool), self.tuning(pool, room), False
        light = not on_ray and self.is_left(SameTasks(pool, now, None))
        advised = None if light else self.advised(pool, tuning)
        if tuning is not None and (light or (advised and _is_vain(tuning, advised, now))):
            held_up = not (light or alone)
            tuning, advised = _without_steps(tuning), None
        if tuning is not None and pool.workers is not None:
            tuning = self.in_pipeline(tuning, now, advised, pool)
        if self.shares_cpus(pool):
            now, advised = _or_longer(now), advised and _or_longer(advised)
            tuning = tuning and _tuning_or_longer(tuning)
        return PlannedPool(
            self.limited(pool),
            now,
            tuning,
            advised,
            self.money(now),
            self.money(advised),
            held_up,
            room,
            conditions(self.pipeline.plan, self.prediction, pool.call) if on_ray else (),
            self.more_actors(pool, advised or now, room),
            supposed=self.supposed(pool) if on_ray else None,
            is_light=light,
        )

    def tuning(self, pool: WorkPrediction, room: Capacity | None) -> Tuning | None:
        """Better numbers for a pool, as if it were alone."""
        constraints = _with_memory(self.question.constraints, self.pipeline.cluster)
        if room is not None:
            most = min(constraints.most_actors or room.actors, room.actors)
            constraints = replace(constraints, most_actors=max(1, most))
        gpus = self.pipeline.cluster.gpus_per_worker
        if gpus is not None and math.isfinite(gpus.low):
            constraints = replace(constraints, gpus_per_worker=int(gpus.low))
        pool = self.on_some_cluster(pool)
        limited = self.limited(pool)
        found = tune(limited, self.question.costs_of(pool), constraints)
        if found is None and limited.around.limited:
            # A repartition is the last resort.
            return tune_what_is_sure(pool.with_limit(limited=False), constraints)
        return found

    def on_some_cluster(self, pool: WorkPrediction) -> WorkPrediction:
        """The pool on the cluster that is known, else on any one of two or more workers."""
        if pool.workers is not None:
            return pool
        some = assume_workers(self.pipeline.cluster, pool)
        prediction = predict(self.pipeline, some, self.question.daft_version)
        return next((other for other in prediction.pools if other.call == pool.call), pool)

    def supposed(self, pool: WorkPrediction) -> WorkPrediction:
        """The pool as findings take it."""
        steps = (step.operator for step in self.prediction.flow.steps)
        return self.limited(of_few_files(self.on_some_cluster(pool), steps))

    def limited(self, work: WorkPrediction) -> WorkPrediction:
        """The work, which a limit on either side of it limits.

        Measured on Daft 0.7.26: into_partitions hangs beside one.
        """
        limit = limit_beside(self.pipeline, work.operator.span)
        return work if limit is None else work.with_limit(limited=True)

    def forecast(self, pool: WorkPrediction) -> Outcome:
        """What nine runs of ten do; a pool waits for slower UDFs that the same rows pass."""
        load, chain = pool.load, None
        if pool.unit is not Unit.WORKER:
            load = _on_workers(load, self.pipeline.cluster)
            chain = chain_of(self.prediction.flow, self.question.row_seconds)
        usual, *ends = self.question.costs_everywhere(pool)
        if load.actors.low > MOST_EVERYWHERE:
            ends = []
        written, size = pool.call.udf.batch_size, load.batch_size
        # Calls may get any number of rows up to the batch_size: as many, or one.
        sizes = (size.high, size.low) if written is not None and written.known else (size.high,)
        loads = [replace(load, batch_size=exactly(rows)) for rows in dict.fromkeys(sizes)]
        first, *others = loads if math.isfinite(size.high) and len(loads) > 1 else [load]
        found = [forecast(first, usual, chain, pool.call)]
        found += (forecast(first, costs, chain, pool.call, FEW_RUNS) for costs in ends)
        found += (forecast(other, usual, chain, pool.call) for other in others)
        return on_all(found)

    def advised(self, pool: WorkPrediction, tuning: Tuning | None) -> Outcome | None:
        """What nine runs of ten do in the pipeline with the advised numbers."""
        if tuning is None or not tuning.steps:
            return None
        values = {step.tunable: step.after for step in tuning.steps}
        return self.with_numbers(values, pool) or tuning.advised

    def with_numbers(self, values: Mapping[Tunable, int], pool: WorkPrediction) -> Outcome | None:
        """The same with any numbers; None where too little is known of the cluster."""
        if pool.workers is None:
            return None
        numbers: dict[str, Any] = {tunable.value: value for tunable, value in values.items()}
        version, place = self.question.daft_version, pool.call.span
        changed = supposed(self.pipeline, WhatIf(udf=pool.call.udf.name, **numbers), version)
        planner = _planner(changed, self.question)
        same = (
            work
            for work in planner.prediction.work
            if work.call.span == place and work.unit is pool.unit
        )
        again = next(same, None)
        return None if again is None else planner.forecast(_one_call_at_a_time(again))

    def in_pipeline(
        self, tuning: Tuning, now: Outcome, advised: Outcome | None, pool: WorkPrediction
    ) -> Tuning:
        """A tuning whose steps have forecasts of the pool in its pipeline.

        A search looks at the pool as if it were alone, on a usual machine.
        """
        steps: list[TuningStep] = []
        values: dict[Tunable, int] = {}
        for step in tuning.steps:
            values[step.tunable] = step.after
            last = len(values) == len(tuning.steps)
            found = advised if last else self.with_numbers(values, pool)
            steps.append(replace(step, forecast=found or step.forecast))
        return replace(tuning, now=now, advised=advised or now, steps=tuple(steps))

    def more_actors(
        self, pool: WorkPrediction, best: Outcome, room: Capacity | None
    ) -> MoreActors | None:
        """The gain of a larger pool, where the concurrency may not be changed.

        `best` is what comes of the pool as it is. How many actors have room where `ray_options` let
        them stand is not known.
        """
        question, placement = self.question, pool.call.udf.placement
        keep = question.constraints.keep
        if question.keeps_actors or Tunable.CONCURRENCY not in keep or placement is not None:
            return None
        if room is None or room.actors * CLEARLY_EARLIER < pool.actors.high:
            return None
        free = replace(question.constraints, keep=keep - {Tunable.CONCURRENCY})
        tuning = replace(self, question=replace(question, constraints=free)).tuning(pool, room)
        found = self.advised(pool, tuning)
        if tuning is None or found is None:
            return None
        if tuning.advised_numbers.concurrency <= pool.actors.high:
            return None
        earlier = _is_clearly_earlier(found, best)
        return MoreActors(tuning.advised_numbers, found) if earlier else None

    def money(self, forecast: Outcome | None) -> Money | None:
        """What a forecast costs; None without one, or without a price."""
        if forecast is None or runs_natively(self.pipeline):
            return None
        cluster = self.pipeline.cluster
        workers, price = cluster.workers, cluster.cost_per_worker_hour
        paid = cost_per_hour(workers, price)
        lost = lost_per_hour(forecast.utilisation, workers, price)
        if lost is None or paid is None:
            return None
        if forecast.makespan is None:
            return Money(lost, None, None)
        hours = in_hours(forecast.makespan)
        return Money(lost, lost * hours, paid * hours)


def _or_longer(forecast: Outcome) -> Outcome:
    """A forecast that only tells the shortest time."""
    makespan = forecast.makespan and replace(forecast.makespan, high=math.inf)
    idle, used = forecast.idle, forecast.utilisation
    return Outcome(idle, used, forecast.occupancy, makespan, forecast.unplaced)


def _tuning_or_longer(tuning: Tuning) -> Tuning:
    steps = (replace(step, forecast=_or_longer(step.forecast)) for step in tuning.steps)
    now, advised = _or_longer(tuning.now), _or_longer(tuning.advised)
    return replace(tuning, now=now, advised=advised, steps=tuple(steps))


def _one_call_at_a_time(work: WorkPrediction) -> WorkPrediction:
    """Work without a pool, as if a worker had a single thread where their number is unknown."""
    calls = work.calls_at_once
    known = calls is None or math.isfinite(calls.high) or work.call.udf.is_async
    rows = work.partitioning.rows
    if known or work.workers is None or not rows.low or math.isinf(rows.high):
        return work
    return replace(work, tasks_at_once=None, calls_at_once=exactly(1, _ONE_THREAD))


def _with_memory(constraints: Constraints, cluster: Cluster) -> Constraints:
    """The constraints with the memory that the cluster is known to have, the smallest worker's."""
    if constraints.row_bytes is None or constraints.worker_memory is not None:
        return constraints
    if cluster.memory_per_worker is None:
        raise PlanningError(
            "--row-bytes needs --worker-memory, the memory of a worker, or a cluster file that "
            "gives it"
        )
    return replace(constraints, worker_memory=int(cluster.memory_per_worker.low))


def _on_workers(load: Load, cluster: Cluster) -> Load:
    """The load of actors that need GPUs, on workers that have so many each."""
    known = (cluster.workers, cluster.cpus_per_worker, cluster.gpus_per_worker)
    workers, cpus, gpus = (
        quantity.count if quantity is not None and quantity.known else None for quantity in known
    )
    is_placed = bool(load.groups) or load.anywhere or not load.actor_gpus
    if is_placed or workers is None or cpus is None or gpus is None:
        return load
    return replace(load, groups=(WorkerGroup(workers, cpus, gpus),))


def _is_clearly_earlier(found: Outcome, best: Outcome) -> bool:
    """Whether the pool ends so much earlier, and so does all of its chain."""
    if found.times_of_all is not None and best.times_of_all is not None:
        most = CLEARLY_EARLIER * best.times_of_all.expected
        if found.times_of_all.expected > most:
            return False
    return _seconds(found) <= CLEARLY_EARLIER * _seconds(best)


def _seconds(forecast: Outcome) -> float:
    """The middle of the makespan; where unknown, it never compares as shorter."""
    makespan = forecast.makespan
    return math.nan if makespan is None else (makespan.low + makespan.high) / 2


def _is_vain(tuning: Tuning, advised: Outcome, now: Outcome) -> bool:
    """Whether what makes the pool alone faster doesn't in its pipeline.

    Numbers that a constraint asks for may well be slower.
    """
    return _is_faster(tuning.advised, tuning.now) and not _is_faster(advised, now)


def _is_faster(advised: Outcome, now: Outcome) -> bool:
    """Whether the work ends earlier, and no later in bad runs; True where unknown.

    Of a pool in a chain, that is the work of all of the chain. What it wins has to be more than the
    error of the model, and has to hold on quiet and on busy machines.
    """
    if advised.judged is not None and now.judged is not None:
        ends = zip(advised.at_ends, now.at_ends, strict=False)
        holds = all(then.beat(was) for then, was in ends if then is not None and was is not None)
        return holds and advised.judged.beat(now.judged, GAIN)
    if advised.makespan is None or now.makespan is None:
        return True
    return _seconds(advised) < _seconds(now)


def _without_steps(tuning: Tuning) -> Tuning:
    return replace(tuning, advised_numbers=tuning.numbers, advised=tuning.now, steps=())
