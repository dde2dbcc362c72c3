"""The capacity of a cluster: how many actors of a pool it holds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.conditions import exclude
from daft_lint.records import dataclass
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.scheduling.simulation.placement import Turns, fitting, fitting_gpus, room, workers_of

_ANY = 1e9
"""CPUs of a worker where their number isn't given."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """At most `actors` of a pool find a place; `resource` is what is short, `CPU` or `GPU`.

    `each` is how much of it an actor asks for, `workers` the cluster in words.
    """

    actors: int
    resource: str
    each: float
    workers: str


def other_pools(
    pool: WorkPrediction, pools: Sequence[WorkPrediction]
) -> tuple[WorkPrediction, ...]:
    """The other pools of a pipeline that may be alive in a run that has this one."""
    under, behind = pool.operator.under, pool.shuffles_behind
    beside = (other for other in pools if other.shuffles_behind == behind and other is not pool)
    if not under:
        return tuple(beside)
    return tuple(other for other in beside if not exclude(other.operator.under, under, surely=True))


def capacity_for(
    pool: WorkPrediction, others: Sequence[WorkPrediction], cluster: Cluster
) -> Capacity | None:
    """The room for a pool beside the other pools of its pipeline, which are alive at the same time.

    None when too little of the cluster is known. An actor asks for one CPU and no GPU unless its
    UDF says otherwise, and fits on a worker or it doesn't.
    """
    groups = _groups(cluster)
    if not groups:
        return None
    found = []
    for resource, given, fits in (
        ("CPU", cluster.cpus_per_worker, fitting),
        ("GPU", cluster.gpus_per_worker, fitting_gpus),
    ):
        each = _asks(pool, resource)
        if given is None or not each:
            continue
        has = [(group.workers, group.cpus if resource == "CPU" else group.gpus) for group in groups]
        fit = sum(workers * fits(number, each) for workers, number in has)
        taken = sum(other.actors.low * _asks(other, resource) for other in others)
        left = sum(workers * number for workers, number in has) - taken
        actors = max(0, min(fit, fitting(left, each)))
        in_words = " and ".join(_in_words(*kind, resource) for kind in has)
        found.append(Capacity(actors, resource, each, in_words))
    return min(found, key=lambda room: room.actors, default=None)


def all_placed(pools: Sequence[tuple[WorkPrediction, int]], cluster: Cluster) -> bool:
    """Whether so many actors of each pool find a place when the pools start in this order.

    Ray spreads the actors of one over the workers, and what is left of a worker may be too little
    for an actor of the next: beside two of one GPU, three of two GPUs never all started on two
    workers with four GPUs (Daft 0.7.26, Ray 2.60).
    """
    workers = workers_of(_groups(cluster))
    unknown = cluster.cpus_per_worker is None
    left: list[list[float]] = [
        [_ANY if unknown else worker.cpus, worker.gpus] for worker in workers
    ]
    turns = Turns(range(len(workers)))
    for pool, actors in pools:
        asks = [_asks(pool, "CPU"), _asks(pool, "GPU")]
        rooms = [room(cpus, gpus, *asks) for cpus, gpus in left]
        placed = turns.place(actors, rooms)
        if sum(placed) < actors:
            return False
        for has, count in zip(left, placed, strict=True):
            has[:] = [number - count * each for number, each in zip(has, asks, strict=True)]
    return True


def _asks(pool: WorkPrediction, resource: str) -> float:
    """What an actor asks for at the least."""
    udf = pool.call.udf
    if resource == "CPU":
        return 1 if udf.cpus is None else udf.cpus.low
    return 0 if udf.gpus is None else udf.gpus.low


def _groups(cluster: Cluster) -> tuple[WorkerGroup, ...]:
    if cluster.groups:
        return cluster.groups
    if cluster.workers is None or not cluster.workers.known:
        return ()
    cpus, gpus = (
        0 if each is None or math.isinf(each.high) else int(each.high)
        for each in (cluster.cpus_per_worker, cluster.gpus_per_worker)
    )
    return (WorkerGroup(cluster.workers.count, cpus, gpus),)


def _in_words(workers: int, has: int, resource: str) -> str:
    amount = f"{has:,} {resource}{'' if has == 1 else 's'}"
    return f"1 worker with {amount}" if workers == 1 else f"{workers:,} workers with {amount} each"
