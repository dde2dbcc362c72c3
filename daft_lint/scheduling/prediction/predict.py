"""The prediction for a pipeline on a cluster: the plan that runs, its partitions, its pools."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import reduce

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, Plan, Source, Udf, UdfCall
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.plan.replacing import Replacing
from daft_lint.plan.span import Span
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, field, replace
from daft_lint.scheduling.optimiser.native import ONE_WORKER, runs_natively, without_repartitions
from daft_lint.scheduling.optimiser.optimiser_rules import Dropped
from daft_lint.scheduling.optimiser.rewriting import Optimised, optimise
from daft_lint.scheduling.partitions.flow import Flow, Step, flow, told_behind
from daft_lint.scheduling.partitions.heavy_shuffles import (
    ANY_BYTES,
    LARGEST_MADE_BATCH,
    heavy_input,
    largest_usual_batch,
    may_be_too_many,
)
from daft_lint.scheduling.partitions.partitioning import Partitioning, merged_origins
from daft_lint.scheduling.partitions.task_work import (
    SHUFFLES,
    TaskRoom,
    calls_of,
    counts_bytes,
    task_room,
)
from daft_lint.scheduling.prediction.bounds import Load, bounds, outcome
from daft_lint.scheduling.prediction.distribution import outcome_by_chance
from daft_lint.scheduling.prediction.morsels import morsel_rows, rows_per_call, rows_per_task
from daft_lint.scheduling.prediction.surroundings import Surroundings, surroundings
from daft_lint.scheduling.prediction.ways import followed_ways
from daft_lint.scheduling.simulation.dispatch import PROCESSES, Dispatch, dispatch_of
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.placement import Standing, local_actors, spread_over, standing

_PASSING = frozenset({OperatorKind.PROJECT, OperatorKind.FILTER})


@dataclass(frozen=True, slots=True)
class WorkPrediction:
    """What one piece of work will do: a pool of actors, or what runs inside the tasks.

    `call` is the use of a UDF; of heavy expressions it is one of Daft's own, at the step. `unit`
    says what the `actors` are: of work without a pool they are the workers themselves, `idle` are
    those that get no rows, and `utilisation` is the share of their time in which they are at it.
    `source` is where the rows of its plan come from, which a join may put beside another one.
    `operator` is the step that calls it and `partitioning` what that step gets. `batch_size` is the
    size of morsels, set or not. `workers`, and what follows from it, is None where unknown; `idle`
    and `utilisation` then hold for every number. With `anywhere`, `ray_options` place the actors in
    an unknown way: on one worker, on all, or on any between. The origins of `idle` and
    `utilisation` are those without which fewer actors might idle, or be better used. `occupancy`
    tells every actor's share when only one thing can happen. `around` are the steps of
    its plan that decide what reaches it. `row_bytes` are those of what a download, a decode or
    the like made of each row that a call gets, None where it surely gets none of that, and `memory`
    those of a worker, None where none is given. `groups` tell the kinds of workers where these
    differ. A call of a batch UDF gets `rows_per_call`. Of work without a pool a worker runs
    `tasks_at_once`, None where unknown, and makes `calls_at_once`, which is None for a pool. So
    many `shuffles_behind` wait for it. Its pool is gone when the pools behind one of them start,
    and lives beside those with as many. Processes of the native runner share so many `cores`, None
    where unknown. With `in_bytes`, a batch_size may count bytes of lines.
    """

    call: UdfCall
    source: Source
    operator: Operator
    partitioning: Partitioning
    rows_per_task: Quantity
    batch_size: Quantity
    rows_per_call: Quantity
    actors: Quantity
    workers: Quantity | None
    cpus_per_worker: Quantity | None
    idle: Quantity
    utilisation: Quantity
    occupancy: Occupancy | None
    around: Surroundings
    dispatch: Dispatch
    groups: tuple[WorkerGroup, ...] = ()
    unit: Unit = Unit.ACTOR
    tasks_at_once: Quantity | None = None
    calls_at_once: Quantity | None = None
    anywhere: bool = False
    row_bytes: Quantity | None = None
    memory: Quantity | None = None
    shuffles_behind: int = 0
    cores: Quantity | None = None
    in_bytes: bool = False

    @property
    def tasks(self) -> Quantity:
        """The tasks with rows."""
        return self.partitioning.filled

    @property
    def tasks_per_worker(self) -> Quantity | None:
        """Tasks on any one worker, from the least to the most; None where no worker is known."""
        workers = self.workers
        if workers is None:
            return None
        # Wherever actors stand, all workers take tasks.
        workers = replace(workers, low=workers.high) if self.anywhere else workers
        most = self.tasks.over(workers)
        least = self.tasks.low // max(1, workers.high)
        return Quantity(min(least, most.high), most.high, most.origins)

    @property
    def morsels_per_task(self) -> Quantity:
        """The morsels of any one task."""
        return self.rows_per_task.over(self.batch_size)

    @property
    def morsels_per_worker(self) -> Quantity | None:
        """Morsels on any one worker; None where no worker is known."""
        tasks = self.tasks_per_worker
        return tasks and tasks * self.morsels_per_task

    @property
    def local_actors(self) -> Quantity | None:
        """Actors on any one worker; None where that isn't known."""
        actors = self.actors
        if self.unit is Unit.WORKER:
            return exactly(1)
        if self.anywhere:
            return None
        if not self.groups:
            return self.workers and local_actors(actors, self.workers)
        rooms = self.load.rooms
        if not actors.known:
            return between(0, min(actors.high, max(rooms)), *actors.origins)
        placed = spread_over(actors.count, rooms)
        return between(min(placed), max(placed), *actors.origins)

    @property
    def grows_at(self) -> Operator:
        """The step before which new tasks are made: its rows get heavy there, or it runs there."""
        return self.around.heavy_before or self.operator

    @property
    def takes_batch_size(self) -> bool:
        """Whether a batch_size decides how many rows its calls get."""
        return self.call.udf.takes_batch_size and not self.in_bytes

    @property
    def most_rows_of_a_call(self) -> int | None:
        """Rows that a call may have, where memory may not hold more; None: any.

        They are the written batch size, else the rows of a call now.
        """
        if self.row_bytes is None:
            return None
        written = self.call.udf.batch_size is not None
        most = self.batch_size.high if written else self.rows_per_call.high
        return int(most) if math.isfinite(most) else None

    @property
    def bounded_batch(self) -> int | None:
        """The largest usual batch for a batch UDF that may get too many heavy rows in a call.

        None for any other, and where the code sets a batch_size.
        """
        udf, row_bytes = self.call.udf, self.row_bytes
        if row_bytes is None and udf.makes_heavy:
            row_bytes = ANY_BYTES
        if row_bytes is None or not self.takes_batch_size or udf.batch_size is not None:
            return None
        if udf.is_async or not may_be_too_many(self.rows_per_call, row_bytes, self.memory):
            return None
        largest = largest_usual_batch(row_bytes, self.memory, self.cpus_per_worker)
        return min(largest, LARGEST_MADE_BATCH) if udf.makes_heavy else largest

    def asked_at(self, step: Operator | None) -> WorkPrediction:
        """The same work where it is a step, or the source for None, that tells too little."""
        return replace(self, around=replace(self.around, unforeseen=step))

    def with_limit(self, *, limited: bool) -> WorkPrediction:
        """The same work where a limit runs before it, or none does."""
        return replace(self, around=replace(self.around, limited=limited))

    @property
    def tasks_key(self) -> object:
        """What is alike of work that the same tasks do."""
        spans = tuple(step.span for step in self.around.upstream) or self.source.span
        return spans, self.partitioning.count

    @property
    def load(self) -> Load:
        """What decides the work, in numbers alone: equal ones come to the same."""
        in_tasks = self.unit is Unit.WORKER
        cpus, gpus = self.call.udf.cpus, self.call.udf.gpus
        placement = None if in_tasks else self.call.udf.placement
        cpus_at_once = self.tasks_at_once if in_tasks else self.cpus_per_worker
        # A process of the native runner waits for no CPUs that it asks for.
        asked = cpus.low if cpus and self.unit is Unit.ACTOR else 1
        return Load(
            self.tasks.bare,
            self.partitioning.rows.bare,
            self.partitioning.sizes,
            self.actors.bare,
            self.batch_size.bare,
            self.workers.bare if self.workers else between(1, math.inf),
            cpus_at_once and cpus_at_once.bare,
            0 if in_tasks else asked,
            self.dispatch,
            self.partitioning.dealing,
            self.groups,
            gpus.high if gpus and not in_tasks else 0,
            self.calls_at_once and self.calls_at_once.bare,
            () if placement is None else placement.resources,
            self.anywhere,
            self.cores and self.cores.bare,
        )


@dataclass(frozen=True, slots=True)
class Prediction:
    """The plan that runs, its partitions step by step, and its work in the order that it runs.

    A step in a branch is in `optimised` and `flow` as written, and moves nothing there. `work`
    holds for every run, whatever branches it takes. `daft_version` is the one it holds for:
    `(0, 7)` is the newest of that line.
    """

    optimised: Optimised
    flow: Flow
    work: tuple[WorkPrediction, ...]
    daft_version: tuple[int, ...] = (0, 7)
    _by_call: dict[UdfCall, WorkPrediction] = field(default_factory=dict, repr=False, compare=False)

    def work_of(self, call: UdfCall) -> WorkPrediction | None:
        """The first work of a call; None where there is none."""
        if not self._by_call:
            self._by_call.update((each.call, each) for each in reversed(self.work))
        return self._by_call.get(call)

    @property
    def last_cut(self) -> WorkPrediction | None:
        """The last work with a `batch_size`, None where something joins its batches again."""
        for step in reversed(self.optimised.plan.operators):
            for call in reversed(step.calls):
                if call.udf.batch_size is not None:
                    return self.work_of(call)
            if step.kind not in _PASSING or step.cut is not None or step.may_explode:
                return None
        return None

    @property
    def pools(self) -> tuple[WorkPrediction, ...]:
        """The work that pools do."""
        return tuple(prediction for prediction in self.work if prediction.unit is not Unit.WORKER)


def predict(
    pipeline: Pipeline,
    cluster: Cluster,
    daft_version: tuple[int, ...] = (0, 7),
    only: Span | None = None,
) -> Prediction:
    """Predict a pipeline on a cluster; what the pipeline itself says of its cluster goes first.

    On the native runner there is none: one worker runs all of it. Of the calls of UDFs, those at
    the place `only` are predicted, if it is given.
    """
    ignored: tuple[Dropped, ...] = ()
    if runs_natively(pipeline):
        plan, ignored = without_repartitions(pipeline.plan)
        pipeline = replace(pipeline, plan=plan)
        merged, dispatch = ONE_WORKER, PROCESSES
        cores = pipeline.cluster.cpus_per_worker
    else:
        merged, dispatch = pipeline.cluster.otherwise(cluster), dispatch_of(daft_version)
        cores = None
    pipeline = replace(pipeline, plan=_with_model_pools(pipeline.plan, merged))
    written = optimise(pipeline.plan, pipeline.action)
    written = replace(written, dropped=(*ignored, *written.dropped))
    steps = flow(written.plan)
    found: dict[tuple[UdfCall, int], WorkPrediction] = {}
    for way, plans in followed_ways(pipeline.plan):
        for plan in plans:
            is_written = plan is pipeline.plan
            ran = steps if is_written else flow(optimise(plan, pipeline.action).plan)
            for key, work in _all_work(ran, merged, dispatch, only):
                if cores is not None and work.unit is Unit.PROCESS:
                    work = replace(work, cores=cores)
                if work.source.span == way.source.span:
                    work = replace(work, source=way.source)
                found[key] = _hull(found[key], work) if key in found else work
    calls = [call for step in steps.steps for _, call in calls_of(step.operator)]
    order = {call: place for place, call in enumerate(calls)}
    doubtful = {call for call in calls if call.doubtful}
    # A call that no run makes as written may still be made where a branch isn't taken.
    ordered = sorted(found.values(), key=lambda prediction: order.get(prediction.call, len(calls)))
    marked = (_marked(prediction, doubtful) for prediction in ordered)
    return Prediction(written, steps, tuple(marked), daft_version)


def _marked(work: WorkPrediction, doubtful: set[UdfCall]) -> WorkPrediction:
    """Work whose call is doubtful if it is so in the plan as written."""
    call = work.call
    if call.doubtful is (call in doubtful):
        return work
    return replace(work, call=replace(call, doubtful=not call.doubtful))


def assume_workers(cluster: Cluster, pool: WorkPrediction) -> Cluster:
    """The cluster, or any with two or more workers where its size is unknown.

    Each worker is taken to hold an actor of the pool.
    """
    if cluster.workers is not None or pool.workers is not None:
        return cluster
    assumption = Origin(
        OriginKind.ASSUMPTION, "a cluster of two or more workers, each with an actor of the pool"
    )
    return replace(cluster, workers=between(2, max(2, pool.actors.low), assumption))


def on_workers(
    work: WorkPrediction, workers: Quantity, actors: Quantity | None = None
) -> WorkPrediction:
    """Work on so many workers, where their number is unknown: of a pool so many `actors` do it."""
    return _judged(replace(work, actors=actors or workers, workers=workers))


def _with_model_pools(plan: Plan, cluster: Cluster) -> Plan:
    """The plan with an actor for each GPU of the cluster where an AI function asks for that."""
    gpus = cluster.gpus
    if gpus is None or not gpus.known or gpus.low < 1 or not any(map(_fills_gpus, plan.steps)):
        return plan
    return Replacing(lambda step: _with_model_pool(step, gpus)).plan(plan)


def _with_model_pool(step: Operator, gpus: Quantity) -> Operator:
    if not _fills_gpus(step):
        return step
    each = exactly(1, *gpus.origins)
    calls = (
        replace(call, udf=replace(call.udf, concurrency=gpus, gpus=each))
        if call.udf.fills_gpus
        else call
        for call in step.calls
    )
    return replace(step, calls=tuple(calls))


def _fills_gpus(operator: Operator) -> bool:
    return any(call.udf.fills_gpus for call in operator.calls)


def _all_work(
    ran: Flow, cluster: Cluster, dispatch: Dispatch, only: Span | None
) -> Iterable[tuple[tuple[UdfCall, int], WorkPrediction]]:
    seen: dict[UdfCall, int] = {}
    behind = _shuffles_behind(ran.steps[-1].plan) if ran.steps else {}
    for step in ran.steps:
        if step.finished:
            continue
        for place, call in calls_of(step.operator):
            seen[call] = seen.get(call, 0) + 1
            if only is not None and call.span != only:
                continue
            waiting = behind[id(step.operator)]
            work = _work(step, place, call, cluster, dispatch, waiting)
            if work is not None:
                yield (call, seen[call]), work


def _shuffles_behind(plan: Plan, more: int = 0) -> dict[int, int]:
    """How many shuffles stand behind each step, by its identity, `more` of them behind the plan."""
    found: dict[int, int] = {}
    for operator in reversed(plan.operators):
        found[id(operator)] = more
        more += operator.kind in SHUFFLES
        for other in operator.inputs:
            found |= _shuffles_behind(other, more)
    return found


def _work(
    step: Step, place: int, call: UdfCall, cluster: Cluster, dispatch: Dispatch, shuffles: int
) -> WorkPrediction | None:
    """What a call will do; None where no worker can run its tasks."""
    reaching = partitions_reaching(step, call, dispatch)
    made = (_work_on(step, each, place, call, cluster, dispatch, shuffles) for each in reaching)
    works = [work for work in made if work is not None]
    return reduce(_hull, works) if works else None


def _work_on(
    step: Step,
    before: Partitioning,
    place: int,
    call: UdfCall,
    cluster: Cluster,
    dispatch: Dispatch,
    shuffles: int,
) -> WorkPrediction | None:
    task_rows = rows_per_task(before)
    batch_size = morsel_rows(step, place, task_rows, before)
    cpus = cluster.cpus_per_worker
    if call.udf.is_actor_pool:
        room, where, hosts = None, standing(call.udf.placement, cluster), cluster.workers
        actors = _actors(call.udf, dispatch)
    else:
        room = task_room(step, call, cluster)
        where, hosts = Standing(room.workers, room.groups), room.workers
        if hosts is not None and hosts.high < 1:
            return None
        actors = hosts or between(1, math.inf)
    pool = WorkPrediction(
        call=call,
        source=step.plan.source,
        operator=step.operator,
        partitioning=before,
        rows_per_task=task_rows,
        batch_size=batch_size,
        actors=actors,
        workers=where.workers,
        cpus_per_worker=cpus and cpus.at_least(exactly(1)),
        idle=unknown(),
        utilisation=between(0, 1),
        occupancy=None,
        around=surroundings(step),
        dispatch=dispatch,
        groups=where.groups,
        unit=_unit(room, dispatch),
        tasks_at_once=None if room is None else room.tasks,
        calls_at_once=None if room is None else room.threads,
        rows_per_call=rows_per_call(step, batch_size, task_rows),
        anywhere=where.anywhere,
        row_bytes=heavy_input(step, call),
        memory=cluster.memory_per_worker,
        shuffles_behind=shuffles,
        in_bytes=counts_bytes(step.plan.source, step.ahead) is not False,
    )
    return _judged(pool)


def _unit(room: TaskRoom | None, dispatch: Dispatch) -> Unit:
    if room is not None:
        return Unit.WORKER
    return Unit.PROCESS if dispatch is PROCESSES else Unit.ACTOR


def _actors(udf: Udf, dispatch: Dispatch) -> Quantity:
    """How many actors the pool of a UDF has."""
    most = (udf.actors or unknown()).at_least(exactly(1))
    if not dispatch.elastic:
        return most
    return (udf.fewest_actors or exactly(1)).at_least(exactly(1)).hull(most)


def _judged(pool: WorkPrediction) -> WorkPrediction:
    """The pool with its idle actors, its utilisation and its occupancy worked out."""
    load = pool.load
    result = outcome_by_chance(load) or outcome(load)
    always = merged_origins(
        pool.tasks.origins, pool.actors.origins, pool.workers.origins if pool.workers else ()
    )
    idle, utilisation = always, always
    # Less knowledge only makes the ranges wider: where they end already, nothing decides.
    if result.idle.low > 0 or result.utilisation.high < 1:
        for origins, blinded in _factors(pool, load):
            without = bounds(blinded)
            if without.idle.low != result.idle.low:
                idle = merged_origins(idle, origins)
            if without.utilisation.high != result.utilisation.high:
                utilisation = merged_origins(utilisation, origins)
    return replace(
        pool,
        idle=replace(result.idle, origins=idle),
        utilisation=replace(result.utilisation, origins=utilisation),
        occupancy=result.occupancy,
    )


def _factors(pool: WorkPrediction, load: Load) -> Iterator[tuple[tuple[Origin, ...], Load]]:
    """What may or may not matter: its origins, and the load without it."""
    before = pool.partitioning
    sizes = before.size_origins if before.sizes is not None else ()
    blind = replace(load, rows=unknown(), sizes=None)
    yield merged_origins(before.rows.origins, sizes), blind
    yield pool.batch_size.origins, replace(load, batch_size=between(1, math.inf))
    if pool.cpus_per_worker is not None and pool.unit is not Unit.WORKER:
        yield pool.cpus_per_worker.origins, replace(load, cpus=between(1, math.inf))


def _only_stops(step: Operator, dispatch: Dispatch) -> bool:
    """Whether all tasks before a step start at once, and it stops those that it doesn't need."""
    return step.kind is OperatorKind.LIMIT and dispatch.all_start


def partitions_reaching(step: Step, call: UdfCall, dispatch: Dispatch) -> tuple[Partitioning, ...]:
    """The rows that reach a call, where later steps keep some from it: as if none did, and each."""
    before = now = step.before
    is_pool = call.udf.is_actor_pool
    narrowing = surroundings(step).narrowing
    stopped = [each for each in narrowing if is_pool or not _only_stops(each, dispatch)]
    if not stopped:
        return (before,)
    for each in stopped:
        if each.kept is not None or each.is_told:
            now = told_behind(each, now)
        elif _only_stops(each, dispatch):
            filled = now.filled.low
            return (_at_least(before, min(now.rows.low, max(filled, 1)), filled),)
        else:
            return (_at_least(before, 0, 0),)
    return before, now


def _at_least(before: Partitioning, rows: float, filled: float) -> Partitioning:
    return replace(
        before,
        rows=Quantity(rows, before.rows.high, before.rows.origins),
        filled=Quantity(filled, before.filled.high, before.filled.origins),
        sizes=None,
        size_origins=(),
        dealing=None,
    )


def _hull(prediction: WorkPrediction, other: WorkPrediction) -> WorkPrediction:
    """What holds of the pool in either of two runs."""

    def either(left: Quantity | None, right: Quantity | None) -> Quantity | None:
        return left.hull(right) if left is not None and right is not None else None

    around = prediction.around.hull(prediction.partitioning, other.around, other.partitioning)
    return replace(
        prediction,
        partitioning=prediction.partitioning.hull(other.partitioning),
        rows_per_task=prediction.rows_per_task.hull(other.rows_per_task),
        batch_size=prediction.batch_size.hull(other.batch_size),
        rows_per_call=prediction.rows_per_call.hull(other.rows_per_call),
        idle=prediction.idle.hull(other.idle),
        utilisation=prediction.utilisation.hull(other.utilisation),
        occupancy=prediction.occupancy if prediction.occupancy == other.occupancy else None,
        around=around,
        row_bytes=either(prediction.row_bytes, other.row_bytes)
        or prediction.row_bytes
        or other.row_bytes,
    )
