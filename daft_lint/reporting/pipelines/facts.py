"""The facts of a pipeline and its UDFs: name, amount and origin of each."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass
from daft_lint.reporting.phrases import UNKNOWN, share
from daft_lint.reporting.pipelines.outline import Use
from daft_lint.reporting.pipelines.phrases import (
    idle_now,
    inside_tasks,
    origins_of,
    runner_name,
    runner_reason,
    task_maker,
)
from daft_lint.rule import Case
from daft_lint.scheduling.partitions.effects import BY_CHANCE
from daft_lint.scheduling.prediction.capacity import capacity_for
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.tuning.overheads import needed_row_seconds
from daft_lint.words import duration

_EXPECTED = "to expect: some have more, some fewer"


@dataclass(frozen=True, slots=True)
class Fact:
    """Its name, amount and origin. A `bad` one costs money."""

    label: str
    value: str
    origin: str = ""
    bad: bool = False


def surroundings(case: Case, home: str) -> Iterator[Fact]:
    """The runner and the cluster that it is judged for, for a reader of the file `home`."""
    runner, cluster = case.runner, case.pipeline.cluster
    yield Fact("runner", runner_name(runner), runner_reason(runner, home))
    if runner.kind is RunnerKind.NATIVE:
        return
    yield _fact("workers", cluster.workers, home, otherwise="not given")
    yield from _given("CPUs per worker", cluster.cpus_per_worker, home)
    yield from _given("GPUs per worker", cluster.gpus_per_worker, home)


def facts_of(use: Use, case: Case, home: str) -> list[Fact]:
    """The options of a UDF, and the prediction for it or for heavy expressions."""
    udf, work = use.call.udf, use.work
    found = [] if udf.builtin else list(_options(use, case, home))
    if use.pool is not None:
        found += _of_pool(use.pool, case, home)
    elif work is not None and case.runs_on_ray_if_anything:
        found += _in_tasks(work, home)
    return found or [Fact("pool", "none", _without_pool(use, case))]


def _options(use: Use, case: Case, home: str) -> Iterator[Fact]:
    """The options of a UDF; CPUs and GPUs only where they differ from Daft's default."""
    udf = use.call.udf
    if udf.concurrency is not None:
        yield _fact("concurrency", udf.concurrency, home, otherwise="not set")
    if not udf.is_actor_pool:
        yield Fact("pool", "none", _without_pool(use, case))
    if udf.takes_batch_size or udf.batch_size is not None:
        yield _fact("batch_size", udf.batch_size, home, otherwise="not set")
    each = "actor" if udf.is_actor_pool else "task"
    yield from _given(f"CPUs per {each}", udf.cpus, home)
    yield from _given(f"GPUs per {each}", udf.gpus, home)


def _without_pool(use: Use, case: Case) -> str:
    """Where a UDF without a pool is called, and how often at once."""
    if not case.runs_on_ray_if_anything:
        return "runs in Daft's own process"
    return "runs inside the tasks" if use.work is None else inside_tasks(use.work)


def _of_pool(pool: WorkPrediction, case: Case, home: str) -> Iterator[Fact]:
    """The prediction for a pool."""
    if pool.unit is Unit.ACTOR:
        yield from _room(pool, case.pipeline.cluster)
        yield from _placement(pool)
        yield Fact("tasks", str(pool.tasks), task_maker(pool, home))
        if pool.tasks_per_worker is not None:
            yield Fact("tasks per worker", str(pool.tasks_per_worker))
        rows = pool.rows_per_task
        by_chance = not rows.known and not BY_CHANCE.isdisjoint(rows.origins)
        yield Fact("rows per task", str(rows), _EXPECTED if by_chance else "")
    # A task has no more rows for a morsel than there are in it.
    rows, size = pool.rows_per_task, pool.batch_size
    morsel = rows if rows.high < size.low else size.at_most(exactly(rows.high))
    yield Fact("rows per morsel", str(morsel))
    if pool.unit is Unit.ACTOR:
        yield Fact("morsels per task", str(pool.morsels_per_task))
    elif pool.morsels_per_worker is not None:
        yield Fact("morsels", str(pool.morsels_per_worker), task_maker(pool, home))
    yield _idle(pool)
    needed = needed_row_seconds(pool)
    yield Fact(
        "utilisation", share(pool.utilisation), "" if needed is None else _if_rows_take(needed)
    )


def _if_rows_take(seconds: float) -> str:
    return (
        f"if a row takes {duration(seconds)} or more; below that, overheads cost more than a tenth"
    )


def _room(pool: WorkPrediction, cluster: Cluster) -> Iterator[Fact]:
    room = capacity_for(pool, (), cluster)
    if room is not None and room.actors < pool.actors.low:
        # Only with groups of workers the prediction knows which actors find a place.
        rest = "" if cluster.groups else f"; the rest assumes that all {pool.actors} fit"
        text = f"{room.workers}{rest}"
        yield Fact("room", f"for {room.actors:,} of {pool.actors}", text, bad=True)


def _in_tasks(work: WorkPrediction, home: str) -> Iterator[Fact]:
    """The prediction for work inside the tasks."""
    udf = work.call.udf
    if udf.takes_batch_size and udf.batch_size is None:
        rows = work.rows_per_call
        yield Fact("rows per call", str(rows) if rows.known else f"up to {rows.high:,.0f}")
    at_once = work.tasks_at_once
    turns = "" if at_once is None else f"; a worker runs {at_once} at once"
    yield Fact("tasks", str(work.tasks), f"{task_maker(work, home)}{turns}")
    outcome = (_idle(work), Fact("utilisation", share(work.utilisation)))
    yield from (fact for fact in outcome if fact.value != UNKNOWN)


def _idle(work: WorkPrediction) -> Fact:
    return Fact(f"idle {work.unit.plural}", idle_now(work), bad=bool(work.idle.low))


def _placement(pool: WorkPrediction) -> Iterator[Fact]:
    """The workers of the actors, where `ray_options` place them."""
    placement = pool.call.udf.placement
    if pool.anywhere:
        yield Fact("placement", "unknown", "ray_options decide which workers hold the actors")
    elif placement is not None and pool.groups:
        rooms = pool.load.rooms
        names = " and ".join(name for name, _ in placement.resources)
        able = sum(room > 0 for room in rooms)
        yield Fact("placement", f"{able} of {len(rooms)} workers", f"those with {names}")


def _given(label: str, quantity: Quantity | None, home: str) -> Iterator[Fact]:
    if quantity is not None:
        yield Fact(label, str(quantity), origins_of(quantity, home))


def _fact(label: str, quantity: Quantity | None, home: str, *, otherwise: str) -> Fact:
    return next(_given(label, quantity, home), Fact(label, otherwise))
