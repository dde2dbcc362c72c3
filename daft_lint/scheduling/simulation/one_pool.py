"""One actor pool simulated: which actor gets which morsel, and when."""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch
from daft_lint.scheduling.simulation.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS, Stage

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
