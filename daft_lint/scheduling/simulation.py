"""A discrete-event model of one actor pool: which actor gets which morsel, and when."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from daft_lint.scheduling.occupancy import ActorUse, Occupancy

DEFAULT_MORSEL_ROWS = 131_072
"""Rows of a morsel when a UDF sets no batch_size (`default_morsel_size`, Daft 0.7.26)."""

MOST_MORSELS = 20_000
"""Up to so many morsels a pool is simulated when nobody says otherwise."""

_SLOTS_PER_ACTOR = 2
_PLENTY_OF_CPUS = 1_000_000
_SEED = 9


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds that a row costs, and that a morsel costs besides its rows."""

    row_seconds: float = 1.0
    morsel_seconds: float = 0.0

    def of(self, rows: float, morsels: int = 1) -> float:
        """Seconds for so many rows in so many morsels."""
        return rows * self.row_seconds + morsels * self.morsel_seconds


EQUAL_ROWS = Costs()
"""Every row costs a second and morsels nothing more: what a prediction assumes."""


def simulate(
    task_rows: Sequence[int],
    actors_per_worker: Sequence[int],
    batch_size: int | None,
    cpus_per_worker: int | None,
    *,
    shared_slots: bool = True,
    costs: Costs = EQUAL_ROWS,
    most_morsels: int = MOST_MORSELS,
) -> Occupancy:
    """Run tasks of so many rows through the actors of a pool.

    A task takes one CPU and goes to the worker with the most free ones. Its rows are cut into
    morsels of `batch_size` rows (None: the engine's default), which only actors of that worker
    get; a worker without actors uses all of them. Each actor has two dispatch slots in a stack.

    Args:
        task_rows: Rows of each task, in the order the tasks are submitted.
        actors_per_worker: Actors on each worker.
        batch_size: Rows in a morsel.
        cpus_per_worker: Tasks that a worker runs at once; None: never too few.
        shared_slots: Whether the tasks on a worker share a stack of slots, as since Daft 0.7.
            Before, each task had its own, starting at a random actor.
        costs: What rows and morsels cost.
        most_morsels: Beyond so many morsels an even spread is told instead of simulated.

    Raises:
        ValueError: when there is no actor.
    """
    if not sum(actors_per_worker):
        raise ValueError("a pool needs at least one actor")
    size = batch_size or DEFAULT_MORSEL_ROWS
    tasks = [rows for rows in task_rows if rows > 0]
    if sum(-(-rows // size) for rows in tasks) > most_morsels:
        return _even_spread(tasks, actors_per_worker, size, costs)
    pool = _Pool(actors_per_worker, size, cpus_per_worker, shared_slots, costs)
    return pool.run(tasks)


@dataclass(slots=True, eq=False)
class _Actor:
    worker: int
    free_at: float = 0.0
    rows: float = 0
    morsels: int = 0
    busy: float = 0.0

    def take(self, rows: int, now: float, seconds: float) -> float:
        """Queue a morsel; the time it ends."""
        self.rows += rows
        self.morsels += 1
        self.busy += seconds
        self.free_at = max(self.free_at, now) + seconds
        return self.free_at

    def take_many(self, rows: float, morsels: int, costs: Costs) -> None:
        """Count so many morsels as done, one after another."""
        self.rows += rows
        self.morsels += morsels
        self.busy += costs.of(rows, morsels)


@dataclass(slots=True, eq=False)
class _Task:
    worker: int
    rows: int
    running: int = 0

    def cut(self, size: int) -> int:
        """Take the rows of the next morsel off."""
        rows = min(size, self.rows)
        self.rows -= rows
        self.running += 1
        return rows


@dataclass(slots=True, eq=False)
class _Lane:
    """Tasks that share a stack of dispatch slots; a slot is the number of its actor."""

    slots: list[int]
    tasks: deque[_Task] = field(default_factory=deque)


class _Pool:
    def __init__(
        self,
        actors_per_worker: Sequence[int],
        size: int,
        cpus: int | None,
        shared_slots: bool,
        costs: Costs,
    ) -> None:
        self.size = size
        self.costs = costs
        self.actors = _actors(actors_per_worker)
        self.reachable = _reachable_actors(actors_per_worker)
        self.free_cpus = [cpus or _PLENTY_OF_CPUS] * len(actors_per_worker)
        self.lanes = [_Lane(reachable * _SLOTS_PER_ACTOR) for reachable in self.reachable]
        self.first_actors = None if shared_slots else _random_numbers()
        self.ends: list[tuple[float, int, int, _Task, _Lane]] = []
        self.dispatched = 0
        self.now = 0.0

    def run(self, task_rows: Sequence[int]) -> Occupancy:
        waiting = deque(task_rows)
        self.start_tasks(waiting)
        while self.ends:
            self.now, _, slot, task, lane = heapq.heappop(self.ends)
            lane.slots.append(slot)
            task.running -= 1
            if not task.running and not task.rows:
                self.free_cpus[task.worker] += 1
                self.start_tasks(waiting)
            self.dispatch(lane)
        return _occupancy(self.actors, self.now)

    def start_tasks(self, waiting: deque[int]) -> None:
        while waiting and (free := max(self.free_cpus)) > 0:
            worker = self.free_cpus.index(free)
            self.free_cpus[worker] -= 1
            lane = self.lane_on(worker)
            lane.tasks.append(_Task(worker, waiting.popleft()))
            self.dispatch(lane)

    def lane_on(self, worker: int) -> _Lane:
        if self.first_actors is None:
            return self.lanes[worker]
        reachable = self.reachable[worker]
        first = int(next(self.first_actors) * len(reachable))
        return _Lane((reachable[first:] + reachable[:first]) * _SLOTS_PER_ACTOR)

    def dispatch(self, lane: _Lane) -> None:
        while lane.tasks and lane.slots:
            task = lane.tasks[0]
            rows = task.cut(self.size)
            if not task.rows:
                lane.tasks.popleft()
            slot = lane.slots.pop()
            end = self.actors[slot].take(rows, self.now, self.costs.of(rows))
            self.dispatched += 1
            heapq.heappush(self.ends, (end, self.dispatched, slot, task, lane))


def _random_numbers() -> Iterator[float]:
    """Numbers from 0 to 1, the same each time."""
    from random import Random

    numbers = Random(_SEED)
    while True:
        yield numbers.random()


def _even_spread(
    task_rows: Sequence[int], actors_per_worker: Sequence[int], size: int, costs: Costs
) -> Occupancy:
    """The rows of each worker in equal numbers of morsels to the actors its tasks use."""
    actors = _actors(actors_per_worker)
    workers = len(actors_per_worker)
    for worker, reachable in enumerate(_reachable_actors(actors_per_worker)):
        tasks = task_rows[worker::workers]
        rows = sum(tasks)
        morsels = sum(-(-task // size) for task in tasks)
        for place, number in enumerate(reachable):
            taken = (morsels + len(reachable) - 1 - place) // len(reachable)
            if taken:
                actors[number].take_many(rows * taken / morsels, taken, costs)
    return _occupancy(actors, max(actor.busy for actor in actors))


def _actors(actors_per_worker: Sequence[int]) -> list[_Actor]:
    return [_Actor(worker) for worker, local in enumerate(actors_per_worker) for _ in range(local)]


def _reachable_actors(actors_per_worker: Sequence[int]) -> list[list[int]]:
    """For each worker the actors its tasks use: its own, or all when it has none."""
    everyone = list(range(sum(actors_per_worker)))
    reachable = []
    first = 0
    for local in actors_per_worker:
        reachable.append(everyone[first : first + local] or everyone)
        first += local
    return reachable


def _occupancy(actors: Sequence[_Actor], span: float) -> Occupancy:
    uses = tuple(ActorUse(actor.worker, actor.rows, actor.morsels, actor.busy) for actor in actors)
    return Occupancy(uses, span)
