"""The distribution of a pool's outcomes over many simulated runs: scheduling is random."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from daft_lint.plan.quantity import between
from daft_lint.records import replace
from daft_lint.scheduling.partitions.partition_sampling import (
    Appended,
    Dealing,
    Shuffled,
    Whole,
    most_partitions,
)
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.known_runs import (
    ALIKE_RUNS,
    KnownCase,
    KnownPhase,
    KnownUdf,
    drawn_runs,
)
from daft_lint.scheduling.prediction.outcome import Distribution, Outcome, distribution_of
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.event_model import MOST_EVENTS, Machine
from daft_lint.scheduling.simulation.placement import workers_of
from daft_lint.scheduling.simulation.run_times import times_of
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS

_SURELY_FILLED = 20
"""With so many rows each, on average, hardly any of the tasks that a shuffle makes gets none."""

_MOST_BY_CHANCE = 2_000
_FEWEST_BY_CHANCE, _RUNS_BY_CHANCE = 10, 60
_MORSELS_BY_CHANCE = 5_000
_RUNS = 60
_SEED = 7
_MOST_PARTITIONS = 200_000
"""Of more, most of them empty, each run would take seconds: what becomes of them is bounded."""


def distribution(
    load: Load,
    costs: Costs = EQUAL_ROWS,
    *,
    runs: int = _RUNS,
    seed: int = _SEED,
    alike_runs: int | None = ALIKE_RUNS,
    most_events: int = MOST_EVENTS,
) -> Distribution | None:
    """Simulate a load many times, with everything drawn that is random in Daft.

    These are the partition sizes after a shuffle, the workers with an actor more, the worker that
    gets a task when several are equally free, and the actor that a worker's slots start at.

    Args:
        load: What decides the work of the pool.
        costs: What rows, morsels and tasks cost.
        runs: How many runs at most; fewer when each has many morsels, or when they are alike.
        seed: The same seed draws the same runs.
        alike_runs: After so many that are alike no further run is made; None: they are no reason to
            stop. Of many numbers that are compared, some look steady only because their first runs
            are lucky.
        most_events: About so many events of a run are followed; see `run_phases`.

    Returns:
        None when not all of the load is known, or when it has no row.
    """
    case = _case(load)
    if case is None:
        return None
    return distribution_of_case(case, costs, runs, seed, alike_runs, most_events)


# Each search asks for the present numbers, and an editor for a file again after each change.
@lru_cache(maxsize=256)
def distribution_of_case(
    case: KnownCase,
    costs: Costs,
    runs: int = _RUNS,
    seed: int = _SEED,
    alike_runs: int | None = ALIKE_RUNS,
    most_events: int = MOST_EVENTS,
) -> Distribution | None:
    """The same of UDFs whose numbers are all known, for the one that is asked about."""
    found, spans = drawn_runs(case, costs, Random(seed), runs, alike_runs, most_events)
    if not found[0].rows:
        return None
    told = distribution_of(found)
    is_alone = len(case.chain) == 1 and len(case.chain[0].udfs) == 1
    return told if is_alone else replace(told, times_of_all=times_of(spans))


def outcome_by_chance(load: Load) -> Outcome | None:
    """The possible outcome of a load where a shuffle leaves the rows of each task to chance.

    Rows count alike and nothing else takes time. In one of the runs, tasks are as large as
    expected; it decides who does what. Where not all of the load is known, there are no runs: each
    task may have any rows. None without such a shuffle, and for so many morsels that the tasks are
    about as large as expected.
    """
    return _by_chance(load) if is_left_to_chance(load) else None


@lru_cache(maxsize=256)
def _by_chance(load: Load) -> Outcome | None:
    case = _case(load)
    if case is None:
        return outcome(whatever_chance_leaves(load))
    if not load.tasks.high or not load.rows.high:
        return None
    morsels = _fewest_morsels(load)
    runs = int(min(_RUNS_BY_CHANCE, max(_FEWEST_BY_CHANCE, _MORSELS_BY_CHANCE / morsels)))
    found, _ = drawn_runs(case, EQUAL_ROWS, Random(_SEED), runs, None)
    idle, used = [run.idle for run in found], [run.utilisation for run in found]
    expected = outcome(load)
    return Outcome(
        expected.idle.hull(between(min(idle), max(idle))),
        expected.utilisation.hull(between(min(used), max(used))),
        expected.occupancy,
    )


def is_left_to_chance(load: Load) -> bool:
    """Whether a shuffle leaves to chance how many rows each task has, and this may matter.

    Of many morsels it doesn't: the tasks are about as large as expected.
    """
    return _is_shuffled(load.dealing) and _fewest_morsels(load) <= _MOST_BY_CHANCE


def whatever_chance_leaves(load: Load) -> Load:
    """The load without the sizes of its tasks; of a few rows each, only one has any for sure."""
    surely = load.rows.low >= _SURELY_FILLED * load.tasks.high
    tasks = load.tasks if surely else replace(load.tasks, low=min(1, load.tasks.low))
    return replace(load, sizes=None, dealing=None, tasks=tasks)


def _fewest_morsels(load: Load) -> float:
    return load.rows.low / load.batch_size.high + load.tasks.low


def _is_shuffled(dealing: Dealing | None) -> bool:
    if isinstance(dealing, Appended):
        return _is_shuffled(dealing.first) or _is_shuffled(dealing.second)
    if dealing is None or isinstance(dealing, Whole):
        return False
    return isinstance(dealing, Shuffled) or _is_shuffled(dealing.before)


def _case(load: Load) -> KnownCase | None:
    """The load as a case; None where not all of it is known."""
    dealing = load.dealing
    if dealing is None and isinstance(load.sizes, tuple):
        dealing = Whole(load.sizes)
    if dealing is None or not (load.actors.known and load.workers.known):
        return None
    if max(load.tasks.high, most_partitions(dealing)) > _MOST_PARTITIONS:
        return None
    if load.threads is not None and (load.groups or not load.threads.known):
        return None
    machine = machine_of_load(load)
    unset = load.batch_size.high == DEFAULT_MORSEL_ROWS
    if machine is None or not (load.batch_size.known or unset):
        return None
    batch_size = None if unset else load.batch_size.count
    if load.threads is not None:
        udf = KnownUdf(None, batch_size, threads=load.threads.count)
    else:
        asked = load.actor_cpus, load.actor_gpus, load.actor_resources
        udf = KnownUdf(load.actors.count, batch_size, *asked)
    return KnownCase((KnownPhase(dealing, (udf,)),), machine, load.groups)


def machine_of_load(load: Load) -> Machine | None:
    """The cluster, None when too little is known of it."""
    if load.groups:
        workers = workers_of(load.groups)
        gpus = tuple(worker.gpus for worker in workers)
        return Machine(tuple(worker.cpus for worker in workers), gpus, load.dispatch)
    if not load.workers.known or (load.cpus is not None and not load.cpus.known):
        return None
    cpus = None if load.cpus is None else load.cpus.count
    # Of a range of cores the fewest count.
    cores = None if load.cores is None else int(max(1, load.cores.low))
    return Machine.alike(load.workers.count, cpus, load.dispatch, cores)
