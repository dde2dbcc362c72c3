"""The facts of a pipeline and its UDFs: what each is, how much, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Pipeline, Udf
from daft_lint.plan.quantity import Quantity
from daft_lint.reporting.pipelines.wording import (
    idle_of,
    origins_of,
    place_of,
    runner_name,
    utilisation_of,
)
from daft_lint.scheduling.prediction import PoolPrediction
from daft_lint.scheduling.room import room_for


@dataclass(frozen=True, slots=True)
class Fact:
    """What it is, how much, where that comes from. `bad` marks what costs money."""

    label: str
    value: str
    origin: str = ""
    bad: bool = False


def surroundings(pipeline: Pipeline, home: str) -> Iterator[Fact]:
    """The runner and the cluster, told to a reader of the file `home`."""
    runner, cluster = pipeline.runner, pipeline.cluster
    chosen = runner.by_branch if runner.origin is None else (runner.origin,)
    places = "; ".join(place_of(origin, home) for origin in chosen)
    yield Fact("runner", runner_name(runner), places)
    yield _fact("workers", cluster.workers, home, otherwise="not given")
    yield from _given("CPUs per worker", cluster.cpus_per_worker, home)
    yield from _given("GPUs per worker", cluster.gpus_per_worker, home)


def options(udf: Udf, home: str) -> Iterator[Fact]:
    """The options of a UDF; CPUs and GPUs only where they differ from Daft's default."""
    yield _fact("concurrency", udf.concurrency, home, otherwise="not set: no pool of actors")
    if udf.concurrency is not None and not udf.is_actor_pool:
        yield Fact("actor pool", "none", "an async UDF has coroutines instead")
    if udf.takes_batch_size or udf.batch_size is not None:
        yield _fact("batch_size", udf.batch_size, home, otherwise="not set")
    yield from _given("CPUs per actor", udf.cpus, home)
    yield from _given("GPUs per actor", udf.gpus, home)


def predicted(pool: PoolPrediction, cluster: Cluster, maker: str) -> Iterator[Fact]:
    """What is predicted of a pool on a cluster; its tasks come from `maker`."""
    room = room_for(pool, (), cluster)
    if room is not None and room.actors < pool.actors.low:
        # Only of groups of workers the prediction knows which actors find a place.
        rest = "" if cluster.groups else f"; what follows is as if all {pool.actors} had a place"
        told = f"{room.workers}{rest}"
        yield Fact("room", f"for {room.actors:,} of {pool.actors}", told, bad=True)
    yield from _placement(pool)
    yield Fact("tasks", str(pool.tasks), maker)
    if pool.tasks_per_worker is not None:
        yield Fact("tasks per worker", str(pool.tasks_per_worker))
    yield Fact("rows per task", str(pool.rows_per_task))
    # A task has no more rows for a morsel than there are in it.
    whole = pool.rows_per_task.high < pool.batch_size.low
    yield Fact("rows per morsel", str(pool.rows_per_task if whole else pool.batch_size))
    yield Fact("morsels per task", str(pool.morsels_per_task))
    yield Fact("idle actors", idle_of(pool), bad=bool(pool.idle.low))
    yield Fact("utilisation", utilisation_of(pool))


def _placement(pool: PoolPrediction) -> Iterator[Fact]:
    """The workers that the actors stand on, where `ray_options` have a say in that."""
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
