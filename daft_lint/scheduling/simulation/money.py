"""The cost of lost utilisation, in the currency of the price of a worker.

The actors of a pool idle, but what is paid for are the workers, the Ray nodes, and all of them for
as long as the work takes. Were every actor always busy, the same work would take utilisation x as
long. So of what the cluster costs,

    lost = (1 - utilisation) x workers x cost per worker hour x hours

It is what the cluster costs for nothing while it is there for this pool. Where other work runs on
it at the same time, less is lost, and the losses of two pools don't add up: both count the same
workers. Starting actors and loading models are paid for too, and left out.
"""

from __future__ import annotations

from daft_lint.plan.quantity import Quantity, exactly

_SECONDS_PER_HOUR = 3600


def cost_per_hour(workers: Quantity | None, cost: Quantity | None) -> Quantity | None:
    """What an hour of so many workers costs; None where workers or cost aren't known.

    Args:
        workers: Ray nodes with CPUs.
        cost: Currency units per worker and hour, at least 0.
    """
    if workers is None or cost is None:
        return None
    return workers * cost


def lost_per_hour(
    utilisation: Quantity, workers: Quantity | None, cost: Quantity | None
) -> Quantity | None:
    """Currency units lost in an hour of work: (1 - utilisation) x workers x cost.

    None where workers or cost aren't known. Ranges give a range, which holds every case inside.

    Args:
        utilisation: Busy time over paid time of the actors; beyond 0 to 1 it counts as 0 or 1.
        workers: Ray nodes with CPUs.
        cost: Currency units per worker and hour, at least 0.
    """
    paid = cost_per_hour(workers, cost)
    return None if paid is None else _unused(utilisation) * paid


def _unused(utilisation: Quantity) -> Quantity:
    share = utilisation.at_most(exactly(1)).at_least(exactly(0))
    return Quantity(1 - share.high, 1 - share.low, utilisation.origins)


def in_hours(seconds: Quantity) -> Quantity:
    """Seconds in hours. Times the cost of an hour, they are the cost of a run."""
    return seconds.mapped(lambda number: number / _SECONDS_PER_HOUR)
