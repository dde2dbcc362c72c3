"""What rows, morsels and tasks cost on a cluster whose workers are machines of their own."""

from __future__ import annotations

from daft_lint.scheduling.costs import Costs

ASSUMED_ROW_SECONDS = 0.01
"""Seconds of an actor for a row when nobody says: an assumption, no measurement."""

# Daft 0.7.26 and Ray 2.60 on a local cluster of two cores with other work on them; on a quiet one
# they were about half of it (see `replay_costs`). No cluster of several machines was measured.
_MORSEL_SECONDS = 0.0008
_HANDOVER_SECONDS = 0.0033
_DISPATCH_SECONDS = 0.0025
_SUBMIT_SECONDS = 0.0095
_FINISH_SECONDS = 0.0055
_TRAVEL_SECONDS = 0.012
# An assumption: one actor took 1.05 to 1.3 s there, and the actors of a pool start together.
_POOL_START_SECONDS = 1.5


def cluster_costs(row_seconds: float = ASSUMED_ROW_SECONDS) -> Costs:
    """Costs on a real cluster, where a row keeps its actor busy for so many seconds.

    The figures of a morsel and a task were measured with Daft 0.7.26 on a local cluster with other
    work on it: a call of an actor costs it 0.8 ms besides its rows, and between two calls lie 3.3
    ms more; a worker sends off some 400 morsels a second; a task costs the driver 15 ms (9.5 ms to
    submit, 5.5 ms to take note of its end) and 12 ms of travel. That the actors of a pool are ready
    after 1.5 s is assumed. What a network adds isn't in them, nor what `__init__` adds.

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
