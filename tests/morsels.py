"""Tasks that are given as the rows of their morsels, run through one pool."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch
from daft_lint.scheduling.simulation.event_model import Phase, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.one_pool import machine_of
from daft_lint.scheduling.simulation.stations import Stage


def run_morsels(
    tasks: Sequence[Sequence[int]],
    actors_per_worker: Sequence[int],
    cpus_per_worker: int | Sequence[int] | None,
    dispatch: Dispatch = SHARED_STACK,
    costs: Costs = EQUAL_ROWS,
    random: Random | None = None,
    *,
    recut: bool = False,
) -> Occupancy:
    """What became of the actors."""
    machine = machine_of(len(actors_per_worker), cpus_per_worker, dispatch)
    stage = Stage(tuple(actors_per_worker), None, recut)
    run = run_phases([Phase(tasks, (stage,))], machine, costs, random)
    return run.phases[0][0]


def cut(rows: int, size: int) -> tuple[int, ...]:
    """The morsels of so many rows: full ones and a shorter last one."""
    full, rest = divmod(rows, size)
    return (size,) * full + ((rest,) if rest else ())
