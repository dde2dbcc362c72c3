"""Who idles, and the utilisation: simulated where all is known, bounded where not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from daft_lint.plan.cluster import WorkerGroup, are_alike
from daft_lint.plan.placement import Resources
from daft_lint.plan.quantity import Quantity, between
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.partition_sampling import Dealing
from daft_lint.scheduling.partitions.sizes import ManySizes, Sizes, filled_kinds
from daft_lint.scheduling.prediction.guarantees import utilisation_of_many, values
from daft_lint.scheduling.prediction.known_runs import by_worker
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch, Pick
from daft_lint.scheduling.simulation.event_model import Machine, Phase, morsels_followed, run_phases
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.placement import rooms, spread, spread_over
from daft_lint.scheduling.simulation.stations import Stage

_MOST_SIMULATED_MORSELS = 3_000
"""How many morsels all simulations of one range may have together."""

_MOST_KEPT = 256
"""Many pieces of work have the same load, and the search for thresholds asks for one again.

A run keeps what each actor did, so that more would fill the memory of an editor's server.
"""

_MOST_KINDS = 3
"""How many different numbers of actors on a worker are kept apart."""

_AS_GOOD_AS_EQUAL = 0.05
"""Tasks count as equal where calls for the rows that some have more take up to such a share."""

_MOST_EVENTS = 20_000
"""Of a single case up to so many events are followed, which takes 0.2 s; more are worked out."""


@dataclass(frozen=True, slots=True)
class Load:
    """What decides a piece of work: its tasks, its actors and where they live.

    `sizes` are the rows of each task, None when they aren't known; `tasks` are those with rows.
    `dealing` tells how one run comes by its tasks, None when they are just the `sizes`.
    `cpus` are those of a worker; None: whatever its actors need, `actor_cpus` each, or more.
    `groups` tell the kinds of workers where they differ, or have the custom resources that an actor
    asks for. With `anywhere`, the actors may stand on any of the workers in any number, and
    `workers` goes from one to all of them.
    With `threads`, the work has no pool and runs inside the tasks: then the `actors` are the
    workers themselves, each calls it on so many threads at once, and runs `cpus` tasks at once.
    Processes of the native runner share its `cores`, None where there are enough; `outcome` and
    `bounds` take it that there are. Where the `sizes` aren't known, each task has `least_rows`.
    """

    tasks: Quantity
    rows: Quantity
    sizes: Sizes | None
    actors: Quantity
    batch_size: Quantity
    workers: Quantity
    cpus: Quantity | None
    actor_cpus: float = 1
    dispatch: Dispatch = SHARED_STACK
    dealing: Dealing | None = None
    groups: tuple[WorkerGroup, ...] = ()
    actor_gpus: float = 0
    threads: Quantity | None = None
    actor_resources: Resources = ()
    anywhere: bool = False
    cores: Quantity | None = None
    least_rows: int = 1

    @property
    def rooms(self) -> tuple[int, ...]:
        """Actors that each worker of the groups has room for."""
        return rooms(self.groups, self.actor_cpus, self.actor_gpus, self.actor_resources)

    @property
    def is_even(self) -> bool:
        """Whether the actors are spread evenly, over workers that are all the same to them."""
        of_one_kind = are_alike(self.groups) and not self.actor_resources
        return not self.anywhere and (not self.groups or of_one_kind)

    def cpus_with(self, actors: float, workers: float) -> Quantity:
        """CPUs of a worker that has its share of so many actors."""
        if self.cpus is not None:
            return self.cpus
        share = 0 if self.anywhere else actors // workers
        return between(max(1, share * self.actor_cpus // 1), math.inf)


def outcome(load: Load, most_events: int = _MOST_EVENTS) -> Outcome:
    """What becomes of a pool under this load; see `run_phases`. Bounds carry no origins."""
    return bounds(load) if load.sizes is None else _of_known_tasks(load, most_events)


@lru_cache(maxsize=_MOST_KEPT)
def _of_known_tasks(load: Load, most_events: int) -> Outcome:
    if isinstance(load.sizes, ManySizes):
        return _of_many(load)
    points = _points(load)
    if points is None:
        return bounds(load)
    if len(points) == 1 and _events(points[0]) > most_events:
        return _of_many(load)
    runs = [run for point in points for run in _runs(point)]
    # Between tasks that wait for a CPU Daft may start anew at any actor, so that fewer idle.
    freest = [
        run.idle
        for point in points
        if point.cpus < -(-len(point.sizes) // len(point.placed))
        for run in _runs(replace(point, cpus=len(point.sizes)))
    ]
    idle = [*(run.idle for run in runs), *freest]
    alike = min(idle) == max(idle) and all(_shares(run) == _shares(runs[0]) for run in runs)
    return Outcome(
        Quantity(min(idle), max(idle)),
        Quantity(min(run.utilisation for run in runs), max(run.utilisation for run in runs)),
        runs[0] if alike else None,
    )


def _of_many(load: Load) -> Outcome:
    """The same of more tasks than are simulated."""
    loose, kinds = bounds(load), filled_kinds(load.sizes)
    if not load.is_even or not kinds:
        return loose
    threads, workers = load.threads, load.workers
    if threads is not None:
        load = replace(load, actors=workers * threads, threads=None)
    tight = utilisation_of_many(kinds, load)
    low = max(loose.utilisation.low, tight.low)
    # Of work in the tasks, a worker is at it while any of its threads is.
    high = loose.utilisation.high if threads else min(loose.utilisation.high, tight.high)
    return Outcome(loose.idle, between(low, max(low, high)), None)


@lru_cache(maxsize=_MOST_KEPT)
def bounds(load: Load) -> Outcome:
    """What holds for everything inside the ranges, without simulating any of it."""
    if load.threads is not None:
        return _of_workers(load)
    return Outcome(_idle(load), _utilisation(load), None)


def _of_workers(load: Load) -> Outcome:
    """Of work in the tasks: a worker with a task has rows, and equal workers take them in turn."""
    workers, tasks = load.workers, load.tasks
    reached = min(tasks.low, 1) if load.groups else tasks.low
    idle = between(max(0, workers.low - tasks.high), max(0, workers.high - reached))
    used = min(tasks.low, 1) / workers.high if math.isfinite(workers.high) else 0.0
    kinds = filled_kinds(load.sizes)
    if kinds and load.is_even and workers.known:
        used = max(used, _least_of_equal_workers(kinds, load, workers.low))
    return Outcome(idle, between(used, max(used, min(1, tasks.high / workers.low))), None)


def _least_of_equal_workers(kinds: Mapping[int, int], load: Load, workers: float) -> float:
    """What equal workers use of their time at least, whatever the size of a call.

    Where all tasks of a worker start at once, some workers run one task more than others. A worker
    needs at least as many rounds of calls as its threads take for one call of each task, and one
    more task adds a round at most. Where tasks wait, a worker that ends one gets the next, and has
    none for no longer than the tasks take that started together.

    Both hold where as many tasks run at once as there are threads. Tasks of nearly the same rows
    count as equal, though some make a call more. Against the simulation, none of 6,000 drawn loads
    lost a quarter of its time where this says that it doesn't.

    Where the number of threads isn't known, all workers are taken to have the same, and a task of
    twice the rows to take at most twice as long. Of 1,500 loads drawn for 1 to 16 threads, 18 used
    less than that in the simulation, by 0.08 at most.
    """
    tasks, threads = sum(kinds.values()), load.threads
    if threads is None or not threads.known:
        rows = sum(size * count for size, count in kinds.items())
        return rows / workers / (max(kinds) * math.ceil(tasks / workers))
    at_once, fewest = load.cpus_with(workers, workers), tasks // workers
    starts, busier = workers * at_once.low, tasks % workers
    if not at_once.known or at_once.low != threads.low:
        return float(len(kinds) == 1 and not busier and tasks <= starts)
    more = (1 + threads.low / max(1, fewest)) * (max(kinds) - min(kinds)) / min(kinds)
    if not fewest or more > _AS_GOOD_AS_EQUAL:
        return 0.0
    if tasks > starts:
        return 1 - 1 / (1 + tasks // starts)
    if busier:
        rounds = math.ceil(fewest / threads.low)
        return (busier + (workers - busier) * rounds / (rounds + 1)) / workers
    return 1 - more


def _shares(run: Occupancy) -> list[tuple[float, float]]:
    return sorted((actor.rows, actor.busy_seconds) for actor in run.actors)


@dataclass(frozen=True, slots=True)
class _Point:
    sizes: tuple[int, ...]
    placed: tuple[int, ...]
    batch_size: int
    cpus: int
    dispatch: Dispatch
    threads: int | None


def _points(load: Load) -> list[_Point] | None:
    """Every case inside the ranges; None when they are too many to simulate."""
    sizes = tuple(size for size in load.sizes or () if size)
    actor_counts, worker_counts = values(load.actors), values(load.workers)
    if not sizes or load.anywhere or actor_counts is None or worker_counts is None:
        return None
    batch_sizes = values(load.batch_size, max(sizes))
    if batch_sizes is None:
        return None
    morsels = {batch: sum(-(-size // batch) for size in sizes) for batch in batch_sizes}
    if load.threads is not None and not load.threads.known:
        return None
    threads = None if load.threads is None else load.threads.count
    points: list[_Point] = []
    cost = 0
    for actors, workers in product(actor_counts, worker_counts):
        if threads is not None and actors != workers:
            continue
        cpus_values = values(load.cpus_with(actors, workers), -(-len(sizes) // workers))
        placed = _placed(load, actors, workers)
        if cpus_values is None or placed is None:
            return None
        ways = sum(1 for _ in _arrangements(placed, len(sizes)))
        for cpus, batch in product(cpus_values, batch_sizes):
            points.append(_Point(sizes, placed, batch, cpus, load.dispatch, threads))
            cost += morsels[batch] * ways
        if len(points) > 1 and cost > _MOST_SIMULATED_MORSELS:
            return None
    return points


def _events(point: _Point) -> float:
    """About how many events its simulations have together."""
    morsels = morsels_followed(Counter(point.sizes), Stage(point.placed, point.batch_size))
    ways = sum(1 for _ in _arrangements(point.placed, len(point.sizes)))
    return ways * morsels


def _placed(load: Load, actors: int, workers: int) -> tuple[int, ...] | None:
    """Actors on each worker, the fullest first; None where a simulation is no proof.

    Of unequal workers, some get more tasks than others. Where several tasks use the actors of
    other workers, it is chance which of them they share.
    """
    if load.is_even:
        return spread(actors, workers)
    placed = tuple(sorted(spread_over(actors, load.rooms), reverse=True))
    chance = placed[-1] == 0 and load.tasks.high > 1
    is_placed = sum(placed) == actors and len(set(placed)) <= _MOST_KINDS and are_alike(load.groups)
    return placed if is_placed and not chance else None


# A pool is asked about by every rule and for every remedy, and once more where something was found.
@lru_cache(maxsize=_MOST_KEPT)
def _runs(point: _Point) -> tuple[Occupancy, ...]:
    tasks, workers = [(rows,) for rows in point.sizes], len(point.placed)
    if point.threads is not None:
        stage = Stage((point.threads,) * workers, point.batch_size, in_task=True)
        machine, phase = Machine.alike(workers, point.cpus), Phase(tasks, (stage,))
        run = run_phases([phase], machine, EQUAL_ROWS).phases[0][0]
        return (by_worker(run, phase, 0, machine),)
    machine = Machine.alike(workers, point.cpus, point.dispatch)
    stages = (Stage(placed, point.batch_size) for placed in _arrangements(point.placed, len(tasks)))
    return tuple(
        run_phases([Phase(tasks, (stage,))], machine, EQUAL_ROWS).phases[0][0] for stage in stages
    )


def _arrangements(placed: tuple[int, ...], tasks: int) -> Iterator[tuple[int, ...]]:
    """Which workers get a task more, or a task at all.

    Nothing decides whether these are the ones with more actors.
    """
    busier = tasks if tasks < len(placed) else tasks % len(placed)
    counts = Counter(placed)
    *kinds, last = counts.values()
    chosen = ((*some, busier - sum(some)) for some in product(*(range(n + 1) for n in kinds)))
    for numbers in (numbers for numbers in chosen if 0 <= numbers[-1] <= last):
        first = Counter(dict(zip(counts, numbers, strict=True)))
        yield (*first.elements(), *(counts - first).elements())


def _idle(load: Load) -> Quantity:
    high = load.actors.high
    worst = high if math.isinf(high) else max(0, _most_idle(load, int(high)))
    return Quantity(min(_fewest_idle(load, max(1, load.actors.low)), worst), worst)


def _utilisation(load: Load) -> Quantity:
    actors = values(load.actors)
    best = 1.0
    if actors is not None:
        best = max(
            min((count - _fewest_idle(load, count)) / count, _most_of_largest_share(load, count))
            for count in actors
        )
    worst = 1 / load.actors.high if load.tasks.low >= 1 and load.actors.high else 0.0
    return Quantity(min(worst, best), best)


def _most_of_largest_share(load: Load, actors: int) -> float:
    """What the largest share of the rows allows: no run ends before its actor has worked.

    Some actor has its full share of them, and so has some task; a call gets a batch of that.
    """
    rows, tasks = load.rows, load.tasks.high
    if not rows.known or rows.low < 1 or tasks < 1:
        return 1.0
    a_task = math.ceil(rows.low / min(tasks, rows.low))
    largest = max(math.ceil(rows.low / actors), min(a_task, load.batch_size.low))
    return rows.low / (actors * largest)


def _fewest_idle(load: Load, actors: float) -> float:
    """With the fewest workers, the most tasks and the smallest morsels."""
    morsels = _most_morsels(load)
    if load.anywhere and load.tasks.high >= 1:
        return max(0, actors - morsels)
    if not load.is_even and load.tasks.high >= 1:
        return max(0, actors - min(morsels, _most_reached(load, actors)))
    if load.workers.high > actors and load.tasks.high >= 1:
        # Then a task may land on a worker without actors, which uses all of them.
        return max(0, actors - morsels)
    workers = max(1, load.workers.low)
    reached = min(load.tasks.high, workers)
    share, extra = divmod(actors, workers)
    used = share * reached + min(extra, reached)
    return max(0, actors - min(used, morsels))


def _most_reached(load: Load, actors: float) -> float:
    """Actors on unequal workers that get a task, wherever the tasks go.

    A task reaches those of its worker, or all where the worker has none.
    """
    if math.isinf(actors):
        return actors
    placed = sorted(spread_over(int(actors), load.rooms), reverse=True)
    if not placed[-1] or load.tasks.high >= len(placed):
        return actors
    return sum(placed[: int(load.tasks.high)])


def _most_morsels(load: Load) -> float:
    batch = max(1, load.batch_size.low)
    if load.sizes is not None:
        kinds = filled_kinds(load.sizes).items()
        return sum(math.ceil(size / batch) * count for size, count in kinds)
    rows, tasks = load.rows.high, load.tasks.high
    if math.isinf(rows):
        return math.inf if tasks else 0
    # Each task has a row at least, and its last morsel may have no more.
    filled_tasks = min(tasks, rows)
    return (rows - filled_tasks) // batch + filled_tasks


def _most_idle(load: Load, actors: int) -> float:
    """With the fewest tasks and the largest morsels, on the emptiest workers."""
    if load.tasks.low < 1:
        return actors
    if not load.is_even:
        return actors - _surely_used_somewhere(load, actors)
    workers = values(load.workers)
    if workers is None:
        return actors - 1
    return max(actors - _surely_used(load, actors, count) for count in workers)


def _surely_used_somewhere(load: Load, actors: int) -> float:
    """Of actors that don't stand everywhere alike; a task on a worker without any uses any."""
    all_workers = load.workers.high
    if load.anywhere:
        reached = load.tasks.low >= all_workers
        return min(actors, _surely_at_once(load, int(all_workers))) if reached else 1
    if not are_alike(load.groups):
        return 1
    at_once = _surely_at_once(load, int(all_workers))
    placed = spread_over(actors, load.rooms)
    used = sorted(min(local, at_once) for local in placed if local)
    tasks, empty = int(min(load.tasks.low, len(placed))), len(placed) - len(used)
    beside = min(tasks, empty)
    worst = max(min(sum(placed), at_once), sum(used[: tasks - beside])) if beside else math.inf
    return min(worst, sum(used[:tasks])) if tasks <= len(used) else worst


def _surely_used(load: Load, actors: int, workers: int) -> float:
    reached = min(load.tasks.low, workers)
    if workers > actors:
        return min(actors, max(1, reached - (workers - actors)))
    share, extra = divmod(actors, workers)
    at_once = _surely_at_once(load, workers)
    fuller = max(0, reached - (workers - extra))
    return (reached - fuller) * min(share, at_once) + fuller * min(share + 1, at_once)


def _surely_at_once(load: Load, workers: int) -> float:
    """Morsels that are under way on a reached worker from the start."""
    batch = load.batch_size.high
    if load.sizes is not None:
        smallest = min(filled_kinds(load.sizes), default=1)
    else:
        alone = load.tasks.high == 1
        smallest = int(max(load.least_rows, load.rows.low if alone else 1))
    morsels = 1 if math.isinf(batch) else math.ceil(smallest / max(1, batch))
    if load.dispatch.pick is Pick.FIXED:
        # Both slots of an actor may come first.
        morsels = math.ceil(morsels / load.dispatch.slots)
    if not load.dispatch.shared:
        return morsels
    tasks = max(1, load.tasks.low // workers)
    # Of fewer actors, more may idle: unsaid CPUs are then fewer too.
    return morsels * min(tasks, max(1, load.cpus_with(load.actors.low, workers).low))
