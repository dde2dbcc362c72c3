"""The distribution of a pool's outcomes over many simulated runs: scheduling is random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import TypeVar

from daft_lint.plan.quantity import Quantity, between
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.partition_sampling import (
    MOST_PIECES,
    Appended,
    Batched,
    Dealing,
    Parts,
    Shuffled,
    Whole,
    are_in_pieces,
    deal,
    most_partitions,
    whole,
)
from daft_lint.scheduling.prediction.bounds import Load, Outcome, outcome
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.event_model import MOST_EVENTS, Machine, Phase, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.one_pool import machine_of
from daft_lint.scheduling.simulation.placement import Turns, workers_of
from daft_lint.scheduling.simulation.run_times import Times, times_of
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS, Stage

ERROR = 0.05
"""Widens the simulated range of makespans: 195 of 200 runs lay in it (docs/model-accuracy.md)."""

_ENOUGH_MORSELS = 5_000
_FEWEST_RUNS = 20
_MOST_MORSELS = 50_000
"""With 20 runs after `_ENOUGH_MORSELS` (some 30 ms), or after so many, no further run is made."""

ALIKE_RUNS = 10
"""Nor is one after so many that are alike, unless another number is given."""

_SURELY_FILLED = 20
"""With so many rows each, on average, hardly any of the tasks that a shuffle makes gets none."""

_MOST_BY_CHANCE = 2_000
_FEWEST_BY_CHANCE, _RUNS_BY_CHANCE = 10, 60
_RUNS = 60
_SEED = 7
_MOST_PARTITIONS = 200_000
"""Of more, most of them empty, each run would take seconds: what becomes of them is bounded."""

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Distribution:
    """What nine runs of ten do, and the mean of all.

    From `idle_low` to `idle_high` actors idle, in the narrowest range that holds nine runs of ten,
    and so with the low and the high end of the utilisation and of the makespan, which is in
    seconds; these are wider by the error of the model. `utilisation` is the mean, from 0 to 1:
    where two quite different things can happen hardly any run is near it. `occupancy` is a run
    inside the ranges, of middle utilisation. `times` are the makespans as they are, without an
    error of the model, and `times_of_all` those of all pools of its chain.

    What no run can do isn't in the ranges, whatever the error: none ends before its busiest actor
    has worked, and so none has a utilisation above what the largest share allows.
    """

    idle_low: int
    idle_high: int
    utilisation: float
    makespan_low: float
    makespan_high: float
    utilisation_low: float
    utilisation_high: float
    occupancy: Occupancy
    times: Times
    times_of_all: Times | None = None

    @property
    def idle(self) -> Quantity:
        """Actors without a row in nine runs of ten."""
        return between(self.idle_low, self.idle_high)


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
    return None if case is None else _distribution(case, costs, runs, seed, alike_runs, most_events)


# Each search asks for the present numbers, and an editor for a file again after each change.
@lru_cache(maxsize=256)
def _distribution(
    case: _Case,
    costs: Costs,
    runs: int,
    seed: int,
    alike_runs: int | None,
    most_events: int,
) -> Distribution | None:
    found = _runs(case, costs, runs, Random(seed), alike_runs, most_events)
    if not found[0].rows:
        return None
    return summary(found)


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
    runs = int(min(_RUNS_BY_CHANCE, max(_FEWEST_BY_CHANCE, _ENOUGH_MORSELS / morsels)))
    found = _runs(case, EQUAL_ROWS, runs, Random(_SEED), None)
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


def summary(found: Sequence[Occupancy]) -> Distribution:
    """The distribution of at least one run."""
    low, high = narrowest([run.idle for run in found])
    utilisations = [run.utilisation for run in found]
    spans = [run.span for run in found]
    shortest, longest = narrowest(spans)
    lowest, highest = narrowest(utilisations)
    inside = sorted(
        (run for run in found if low <= run.idle <= high and lowest <= run.utilisation <= highest),
        key=lambda run: run.utilisation,
    )
    busiest = [max(actor.busy_seconds for actor in run.actors) for run in found]
    most = max(map(_most_utilised, found, busiest))
    return Distribution(
        low,
        high,
        fmean(utilisations),
        max(shortest * (1 - ERROR), min(busiest)),
        longest * (1 + ERROR),
        lowest * (1 - ERROR),
        max(highest, min(most, highest * (1 + ERROR))),
        inside[len(inside) // 2],
        times_of(spans),
    )


def _most_utilised(run: Occupancy, busiest: float) -> float:
    """The utilisation if a run ended as soon as its busiest actor has worked."""
    worked = sum(actor.busy_seconds for actor in run.actors)
    return worked / (len(run.actors) * busiest) if busiest else 0.0


def narrowest(numbers: Sequence[Number]) -> tuple[Number, Number]:
    """The narrowest range that holds nine tenths of the numbers."""
    ordered = sorted(numbers)
    inside = max(1, -(-len(ordered) * 9 // 10))
    starts = range(len(ordered) - inside + 1)
    low = min(starts, key=lambda start: ordered[start + inside - 1] - ordered[start])
    return ordered[low], ordered[low + inside - 1]


@dataclass(frozen=True, slots=True)
class _Case:
    """A fully known load.

    `rooms` are the actors that each worker has room for, None: never too few. `morsel_rows` is None
    when each piece is a morsel, with `recut` as the first of the tasks that share a plan is cut.
    """

    dealing: Dealing
    actors: int
    machine: Machine
    rooms: tuple[int, ...] | None
    morsel_rows: int | None
    recut: bool
    threads: int | None


def _case(load: Load) -> _Case | None:
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
    return _Case(
        dealing,
        load.actors.count,
        machine,
        load.rooms or None,
        None if unset else load.batch_size.count,
        unset and load.dispatch.shared and isinstance(dealing, Batched),
        None if load.threads is None else load.threads.count,
    )


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
    return machine_of(load.workers.count, cpus, load.dispatch, cores)


def drawn(
    once: Callable[[], tuple[Occupancy, int]], runs: int, alike_runs: int | None = ALIKE_RUNS
) -> list[Occupancy]:
    """Up to `runs` runs, fewer if they are large or alike.

    `once` makes a run, and says how many morsels or pieces it had. Runs are alike if as many actors
    idle in each, and they take equally long within the model's error; `alike_runs` as for
    `distribution`.
    """
    found: list[Occupancy] = []
    morsels, idle, spans = 0, set[int](), list[float]()
    while len(found) < max(1, runs):
        if morsels >= (_ENOUGH_MORSELS if len(found) >= _FEWEST_RUNS else _MOST_MORSELS):
            break
        alike = len(idle) == 1 and max(spans) <= (1 + ERROR) * min(spans)
        if alike and alike_runs is not None and len(found) >= alike_runs:
            break
        run, more = once()
        found.append(run)
        morsels += more
        idle.add(run.idle)
        spans.append(run.span)
    return found


def _runs(
    case: _Case,
    costs: Costs,
    runs: int,
    random: Random,
    alike_runs: int | None,
    most_events: int = MOST_EVENTS,
) -> list[Occupancy]:
    workers, shared_plans = len(case.machine.cpus), case.machine.dispatch.shared

    def once() -> tuple[Occupancy, int]:
        parts = deal(case.dealing, workers, random, shared_plans=shared_plans)
        pieces = sum(map(len, parts))
        if pieces > MOST_PIECES and are_in_pieces(parts):
            parts = whole(parts)
        run = _run(case, parts, costs, random, most_events)
        return run, max(run.morsels, pieces)

    return drawn(once, runs, alike_runs)


def _run(case: _Case, parts: Parts, costs: Costs, random: Random, most_events: int) -> Occupancy:
    threads = case.threads
    if threads is None:
        placed = turns_at_random(case.machine, random).place(case.actors, case.rooms)
    else:
        placed = (threads,) * len(case.machine.cpus)
    size = case.morsel_rows
    if size is None and not (case.recut or are_in_pieces(parts)):
        size = DEFAULT_MORSEL_ROWS
    stage = Stage(placed, size, case.recut, in_task=threads is not None)
    phases = [Phase(parts, (stage,))]
    run = run_phases(phases, case.machine, costs, random, most_events=most_events)
    done = run.phases[0][0]
    if threads is None:
        return done
    morsels = max(len(pieces) if size is None else -(-sum(pieces) // size) for pieces in parts)
    return done.by_worker(min(threads, max(case.machine.cpus) * max(1, morsels)))


def turns_at_random(machine: Machine, random: Random) -> Turns:
    """The workers in a random order, as they take actors in turn."""
    workers = len(machine.cpus)
    return Turns(random.sample(range(workers), workers))
