"""One actor pool simulated: which actor gets which morsel, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch
from daft_lint.scheduling.simulation.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.placement import workers_of
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS, Stage

if TYPE_CHECKING:
    from random import Random

    from daft_lint.plan.cluster import WorkerGroup

__all__ = ["DEFAULT_MORSEL_ROWS", "EQUAL_ROWS", "Costs", "cut", "run_morsels", "simulate"]

_PLENTY_OF_CPUS = 1_000_000


def simulate(
    task_rows: Sequence[int],
    actors_per_worker: Sequence[int],
    batch_size: int | None,
    cpus_per_worker: int | Sequence[int] | None,
    *,
    dispatch: Dispatch = SHARED_STACK,
    costs: Costs = EQUAL_ROWS,
    in_task: bool = False,
) -> Occupancy:
    """Run tasks of so many rows through the actors of a pool.

    A task takes one CPU and goes to the worker with the most free ones. Its rows are cut into
    morsels of `batch_size` rows (None: the engine's default), which only actors of that worker
    get; a worker without actors uses all of them.

    Args:
        task_rows: Rows of each task, in the order the tasks are submitted.
        actors_per_worker: Actors on each worker.
        batch_size: Rows in a morsel.
        cpus_per_worker: Tasks that each worker, or any, runs at once; None: never too few.
        dispatch: How the tasks of a worker share its actors.
        costs: What rows, morsels and tasks cost.
        in_task: There is no pool: the actors are threads of the worker; see `Stage`.

    Raises:
        ValueError: when there is no actor.
    """
    machine = machine_of(len(actors_per_worker), cpus_per_worker, dispatch)
    stage = Stage(tuple(actors_per_worker), batch_size or DEFAULT_MORSEL_ROWS, in_task=in_task)
    tasks = [(rows,) for rows in task_rows if rows > 0]
    return run_phases([Phase(tasks, (stage,))], machine, costs).phases[0][0]


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
    """Run tasks, each given as the rows of its morsels; see `simulate`.

    With `recut`, tasks that share a plan get morsels of as many rows as the first of them has.
    With `random`, what Daft leaves to chance is drawn from it; see `run_phases`.

    Raises:
        ValueError: when there is no actor.
    """
    machine = machine_of(len(actors_per_worker), cpus_per_worker, dispatch)
    stage = Stage(tuple(actors_per_worker), None, recut)
    run = run_phases([Phase(tasks, (stage,))], machine, costs, random)
    return run.phases[0][0]


def machine_of(
    workers: int,
    cpus_per_worker: int | Sequence[int] | None,
    dispatch: Dispatch,
    cores: int | None = None,
) -> Machine:
    """Workers with so many CPUs each; None: never too few. For `cores` see `Machine`."""
    if cpus_per_worker is None or isinstance(cpus_per_worker, int):
        cpus_per_worker = (cpus_per_worker or _PLENTY_OF_CPUS,) * workers
    return Machine(tuple(cpus_per_worker), (), dispatch, cores)


def machine_of_groups(groups: Sequence[WorkerGroup], dispatch: Dispatch) -> Machine:
    """Workers of several kinds."""
    workers = workers_of(groups)
    cpus = tuple(worker.cpus for worker in workers)
    return Machine(cpus, tuple(worker.gpus for worker in workers), dispatch)


def cut(rows: int, size: int) -> tuple[int, ...]:
    """The morsels of so many rows: full ones and a shorter last one."""
    full, rest = divmod(rows, size)
    return (size,) * full + ((rest,) if rest else ())
