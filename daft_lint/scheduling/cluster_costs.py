"""What rows, morsels and tasks cost on a cluster whose workers are machines of their own."""

from __future__ import annotations

from daft_lint.scheduling.costs import Costs

ASSUMED_ROW_SECONDS = 0.01
"""Seconds of an actor for a row when nobody says: an assumption, no measurement."""

# Daft 0.7.26 and Ray 2.60 on a local cluster of two cores (see `replay_costs`). There driver,
# workers and actors share the cores, so that machines of their own are hardly slower.
_MORSEL_SECONDS = 0.0008
_HANDOVER_SECONDS = 0.0033
_DISPATCH_SECONDS = 0.0025
_SUBMIT_SECONDS = 0.0095
_FINISH_SECONDS = 0.0055
_TRAVEL_SECONDS = 0.012
# About one start of Python: the actors of a pool start at the same time.
_POOL_START_SECONDS = 1.5


def cluster_costs(row_seconds: float = ASSUMED_ROW_SECONDS) -> Costs:
    """Costs on a real cluster, where a row keeps its actor busy for so many seconds.

    The other figures were measured on a local cluster with Daft 0.7.26: a call of an actor costs it
    0.8 ms besides its rows, and between two calls lie 3.3 ms more; a worker sends off some 400
    morsels a second; a task costs the driver 15 ms (9.5 ms to submit, 5.5 ms to take note of its
    end) and 12 ms of travel; the actors of a pool are ready after 1.5 s. What the network of a
    cluster adds to the travel isn't in them, nor what `__init__` adds to the start.

    Args:
        row_seconds: Seconds of an actor for one row, above 0.
    """
    return Costs(
        row_seconds,
        _MORSEL_SECONDS,
        _HANDOVER_SECONDS,
        _DISPATCH_SECONDS,
        _SUBMIT_SECONDS,
        _FINISH_SECONDS,
        _TRAVEL_SECONDS,
        _POOL_START_SECONDS,
    )
