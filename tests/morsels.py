"""Tasks that are given as the rows of their morsels, run through one pool."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch
from daft_lint.scheduling.simulation.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS, Stage


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
    machine = _machine(len(actors_per_worker), cpus_per_worker, dispatch)
    stage = Stage(tuple(actors_per_worker), None, recut)
    run = run_phases([Phase(tasks, (stage,))], machine, costs, random)
    return run.phases[0][0]


def run_tasks(
    task_rows: Sequence[int],
    actors_per_worker: Sequence[int],
    batch_size: int | None,
    cpus_per_worker: int | None,
    dispatch: Dispatch = SHARED_STACK,
    costs: Costs = EQUAL_ROWS,
) -> Occupancy:
    """The same for tasks of so many rows, which are cut into morsels of `batch_size`."""
    machine = _machine(len(actors_per_worker), cpus_per_worker, dispatch)
    stage = Stage(tuple(actors_per_worker), batch_size or DEFAULT_MORSEL_ROWS)
    tasks = [(rows,) for rows in task_rows if rows > 0]
    return run_phases([Phase(tasks, (stage,))], machine, costs).phases[0][0]


def _machine(workers: int, cpus: int | Sequence[int] | None, dispatch: Dispatch) -> Machine:
    if cpus is None or isinstance(cpus, int):
        return Machine.alike(workers, cpus, dispatch)
    return Machine(tuple(cpus), (), dispatch)


def cut(rows: int, size: int) -> tuple[int, ...]:
    """The morsels of so many rows: full ones and a shorter last one."""
    full, rest = divmod(rows, size)
    return (size,) * full + ((rest,) if rest else ())
