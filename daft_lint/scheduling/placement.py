"""Where actors land: Ray's SPREAD strategy."""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.quantity import Quantity

_ROUNDING = 1e-9


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


def room(cpus: int, gpus: int, actor_cpus: float, actor_gpus: float) -> int:
    """Actors that a worker with so many CPUs and GPUs has room for."""
    rooms = [fitting(has, each) for has, each in ((cpus, actor_cpus), (gpus, actor_gpus)) if each]
    return min(rooms) if rooms else int(1e9)


def fitting(has: float, each: float) -> int:
    """Actors that ask for so much each and fit in what there is of one resource."""
    return int(has / each + _ROUNDING)


def workers_of(groups: Sequence[WorkerGroup]) -> tuple[WorkerGroup, ...]:
    """Every single worker of the groups, as the group it belongs to."""
    return tuple(group for group in groups for _ in range(group.workers))


def local_actors(actors: Quantity, workers: Quantity) -> Quantity:
    """Actors on any one worker: from the emptiest to the fullest one."""
    fewest = actors.low // max(workers.high, 1)
    most = actors.over(workers)
    return Quantity(min(fewest, most.high), most.high, most.origins)
