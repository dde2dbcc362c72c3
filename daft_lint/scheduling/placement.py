"""Where actors land: Ray's SPREAD strategy over equal workers."""

from __future__ import annotations

from daft_lint.plan.quantity import Quantity


def spread(actors: int, workers: int) -> tuple[int, ...]:
    """Actors on each worker; no two workers differ by more than one.

    Ray promises nothing about which worker gets the extra ones; here the first do.
    """
    share, extra = divmod(actors, max(1, workers))
    return tuple(share + (worker < extra) for worker in range(workers))


def local_actors(actors: Quantity, workers: Quantity) -> Quantity:
    """Actors on any one worker: from the emptiest to the fullest one."""
    fewest = actors.low // max(workers.high, 1)
    most = actors.over(workers)
    return Quantity(min(fewest, most.high), most.high, most.origins)
