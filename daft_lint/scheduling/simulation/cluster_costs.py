"""The costs of rows, morsels and tasks on a cluster whose workers are machines of their own."""

from __future__ import annotations

from enum import Enum

from daft_lint.plan.unit import Unit
from daft_lint.records import replace
from daft_lint.scheduling.simulation.costs import Costs

ASSUMED_ROW_SECONDS = 0.01
"""Seconds of an actor for a row by default: an assumption, not a measurement."""

# Daft 0.7.26 and Ray 2.60 on a local cluster of two cores: on a quiet one (`replay_costs`, and 1.3
# to 2.2 ms a morsel in nine other shapes, 2026-11-25), and with other work on it. No cluster of
# several machines was measured.
_QUIET = Costs(
    morsel_seconds=0.0003,
    handover_seconds=0.0010,
    dispatch_seconds=0.0012,
    submit_seconds=0.0056,
    finish_seconds=0.0010,
    travel_seconds=0.0070,
    process_seconds=0.4,
)
_BUSY = Costs(
    morsel_seconds=0.0008,
    handover_seconds=0.0033,
    dispatch_seconds=0.0025,
    submit_seconds=0.0095,
    finish_seconds=0.0055,
    travel_seconds=0.012,
    process_seconds=1.3,
)
_USUAL = Costs(
    morsel_seconds=0.0005,
    handover_seconds=0.0018,
    dispatch_seconds=0.0018,
    submit_seconds=0.0075,
    finish_seconds=0.0025,
    travel_seconds=0.009,
    process_seconds=0.7,
)


class Machine(Enum):
    """How fast the engine is where it runs: as seen on quiet machines, busy ones, or between."""

    QUIET = "quiet"
    USUAL = "usual"
    BUSY = "busy"


_SEEN = {Machine.QUIET: _QUIET, Machine.USUAL: _USUAL, Machine.BUSY: _BUSY}


_BARE = 0.5
"""Measured on a quiet machine: 32 tasks of 0.18 s, one for each CPU of four workers, took 0.26 to
0.30 s without a pool, so 2.5 to 3.8 ms each; with a pool a task takes 5.6 ms (2026-11-28)."""


def cluster_costs(
    row_seconds: float = ASSUMED_ROW_SECONDS, machine: Machine = Machine.USUAL
) -> Costs:
    """Costs on a real cluster, where a row keeps its actor busy for so many seconds.

    Measured with Daft 0.7.26 on a local cluster, without and with other work on it: a call of an
    actor costs it 0.3 to 0.8 ms besides its rows, and between two calls lie 1 to 3.3 ms more; a
    worker sends off 400 to 800 morsels a second; a task costs the driver 6.6 to 15 ms, and 7 to 12
    ms of travel. Between these lies what is taken as usual. What a network adds isn't in them, nor
    the time until actors are ready: that hangs on the CPUs that their processes find to start on.
    With other work on two cores, pools of 1, 2, 4, 8 and 16 actors took 2 to 9, 4 to 8, 9, 17 to 22
    and 43 to 45 s, chains the longer, and no row went to any pool before (2026-11-28).

    Args:
        row_seconds: Seconds of an actor for one row, above 0.
        machine: Which of the measured machines.
    """
    return replace(_SEEN[machine], row_seconds=row_seconds, bare=_BARE)


def costs_of(unit: Unit, costs: Costs) -> Costs:
    """The costs, without those that work of this kind doesn't have.

    The native runner has no tasks to hand out, and on Ray the time until actors are ready isn't
    counted.
    """
    if unit is Unit.PROCESS:
        return replace(costs, submit_seconds=0, finish_seconds=0, travel_seconds=0)
    costs = replace(costs, process_seconds=0)
    return costs.without_pool if unit is Unit.WORKER else costs
