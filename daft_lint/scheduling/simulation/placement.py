"""The placement of actors: Ray's SPREAD strategy."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daft_lint.plan.cluster import Cluster, WorkerGroup
from daft_lint.plan.placement import Placement, Resources
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.records import dataclass, replace

_ROUNDING = 1e-9
_ANY_NUMBER = 10**9


def spread(actors: int, workers: int) -> tuple[int, ...]:
    """Actors on each worker; no two workers differ by more than one.

    Ray promises nothing about which worker gets the extra ones; here the first do.
    """
    share, extra = divmod(actors, max(1, workers))
    return tuple(share + (worker < extra) for worker in range(workers))


class Turns:
    """Ray's SPREAD: workers take an actor each in turn, and the next pool goes on from there.

    Source: spread_scheduling_policy.cc, Ray 2.60; measured on unequal nodes.
    """

    __slots__ = ("next", "order")

    def __init__(self, order: Sequence[int]) -> None:
        self.order = tuple(order)
        self.next = 0

    def place(self, actors: int, rooms: Sequence[int] | None) -> tuple[int, ...]:
        """Actors on each worker that has room for so many; None: every worker has."""
        turned = self.order[self.next :] + self.order[: self.next]
        if rooms is None:
            counts: Sequence[int] = spread(actors, len(turned))
        else:
            counts = spread_over(actors, [rooms[worker] for worker in turned])
        self.next = (self.next + actors) % len(turned)
        by_worker = dict(zip(turned, counts, strict=True))
        return tuple(by_worker[worker] for worker in range(len(turned)))


def spread_over(actors: int, rooms: Sequence[int]) -> tuple[int, ...]:
    """Actors on each worker when each has room for so many: one after another in turn.

    Those that find no place are left out.
    """
    placed = [0] * len(rooms)
    left = min(actors, sum(rooms))
    while left:
        open_workers = [worker for worker, room in enumerate(rooms) if placed[worker] < room]
        each = max(1, left // len(open_workers))
        for worker in open_workers:
            more = min(each, left, rooms[worker] - placed[worker])
            placed[worker] += more
            left -= more
    return tuple(placed)


def room(cpus: float, gpus: float, actor_cpus: float, actor_gpus: float) -> int:
    """Actors that a worker with so many CPUs and GPUs has room for."""
    by_cpus = fitting(cpus, actor_cpus) if actor_cpus else _ANY_NUMBER
    return min(by_cpus, fitting_gpus(gpus, actor_gpus) if actor_gpus else _ANY_NUMBER)


def fitting(has: float, each: float) -> int:
    """Actors that ask for so much each and fit in what there is of one resource."""
    return int(has / each + _ROUNDING)


def fitting_gpus(has: float, each: float) -> int:
    """Actors that ask for so many GPUs each and fit in those of a worker.

    A part of a GPU is a part of a single one: four GPUs held four actors of 0.75 (measured on Ray
    2.60). Where `has` is no whole number, the rest is what is left of one.
    """
    if each >= 1:
        return fitting(has, each)
    whole, part = divmod(has, 1)
    return int(whole) * fitting(1, each) + fitting(part, each)


def gpus_held(actors: int, each: float) -> int:
    """The GPUs of a worker that so many actors have which ask for `each`, more than zero.

    On a worker with four, five of 0.4 had three of them, four of 0.75 all, three of 0.5 two
    (measured on Ray 2.60).
    """
    return int(actors * each) if each >= 1 else math.ceil(actors / fitting(1, each))


def rooms(
    groups: Sequence[WorkerGroup], cpus: float, gpus: float, resources: Resources = ()
) -> tuple[int, ...]:
    """Actors that ask for so much each single worker of the groups has room for."""
    found = []
    for worker_group in workers_of(groups):
        has = dict(worker_group.resources)
        custom = [fitting(has.get(name, 0), each) for name, each in resources]
        found.append(min([room(worker_group.cpus, worker_group.gpus, cpus, gpus), *custom]))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Standing:
    """The workers that the actors of a pool may stand on.

    `workers` are those that hold any, None where the cluster is unknown; `groups` tell the kinds of
    all. `anywhere` says that the actors may stand on any of the workers in any number; else they
    are spread evenly over those that have room.
    """

    workers: Quantity | None
    groups: tuple[WorkerGroup, ...] = ()
    anywhere: bool = False


def standing(placement: Placement | None, cluster: Cluster) -> Standing:
    """Where the actors of a pool stand that asks Ray for a placement, or for none."""
    workers, groups = cluster.workers, cluster.groups
    workers = workers and workers.at_least(exactly(1))
    alone = workers is not None and workers.high <= 1
    if placement is None or alone or names_all(placement, groups):
        return Standing(workers, groups)
    return Standing(workers and replace(workers, low=1), anywhere=True)


def names_all(placement: Placement, groups: Sequence[WorkerGroup]) -> bool:
    """Whether groups of workers tell where a placement leads: who has a resource is in them."""
    named = {name for group in groups for name, _ in group.resources}
    return not placement.more and all(name in named for name, _ in placement.resources)


def workers_of(groups: Sequence[WorkerGroup]) -> tuple[WorkerGroup, ...]:
    """Every single worker of the groups, as the group it belongs to."""
    return tuple(group for group in groups for _ in range(group.workers))


def local_actors(actors: Quantity, workers: Quantity) -> Quantity:
    """Actors on any one worker: from the emptiest to the fullest one."""
    fewest = actors.low // max(workers.high, 1)
    most = actors.over(workers)
    return Quantity(min(fewest, most.high), most.high, most.origins)
