"""A discrete-event model of one actor pool: which actor gets which morsel, and when."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from daft_lint.scheduling.occupancy import ActorUse, Occupancy

if TYPE_CHECKING:
    from random import Random

DEFAULT_MORSEL_ROWS = 131_072
"""Rows of a morsel when a UDF sets no batch_size (`default_morsel_size`, Daft 0.7.26)."""

MOST_MORSELS = 20_000
"""Up to so many morsels a pool is simulated when nobody says otherwise."""

_SLOTS_PER_ACTOR = 2
_PLENTY_OF_CPUS = 1_000_000
_ARRIVES = -1
_TOLD = -2
_FINISHED = -3
_SEED = 9


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds that work takes, and that the engine takes to hand it out.

    A row keeps its actor busy for `row_seconds`, and a morsel for `morsel_seconds` besides its
    rows. The rest idles actors: after a morsel its actor waits `handover_seconds` for the next one
    in its queue. The machine dispatches one morsel after another, each in `dispatch_seconds`. The
    driver does one thing after another: it submits a task in `submit_seconds` and takes note of its
    end in `finish_seconds`. The way from the driver to the actors and back takes a task
    `travel_seconds` in all.
    """

    row_seconds: float = 1.0
    morsel_seconds: float = 0.0
    handover_seconds: float = 0.0
    dispatch_seconds: float = 0.0
    submit_seconds: float = 0.0
    finish_seconds: float = 0.0
    travel_seconds: float = 0.0

    def of(self, rows: float, morsels: int = 1) -> float:
        """Seconds of work for so many rows in so many morsels."""
        return rows * self.row_seconds + morsels * self.morsel_seconds


EQUAL_ROWS = Costs()
"""Every row costs a second and nothing else costs any: what a prediction assumes."""


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
        costs: What rows, morsels and tasks cost.
        most_morsels: Beyond so many morsels an even spread is told instead of simulated.

    Raises:
        ValueError: when there is no actor.
    """
    size = batch_size or DEFAULT_MORSEL_ROWS
    tasks = [rows for rows in task_rows if rows > 0]
    if sum(-(-rows // size) for rows in tasks) > most_morsels:
        _require_actors(actors_per_worker)
        return _even_spread(tasks, actors_per_worker, size, costs)
    work = [cut(rows, size) for rows in tasks]
    return run_morsels(work, actors_per_worker, cpus_per_worker, shared_slots, costs)


def run_morsels(
    tasks: Sequence[Sequence[int]],
    actors_per_worker: Sequence[int],
    cpus_per_worker: int | None,
    shared_slots: bool = True,
    costs: Costs = EQUAL_ROWS,
    random: Random | None = None,
    *,
    recut: bool = False,
) -> Occupancy:
    """Run tasks, each given as the rows of its morsels; see `simulate`.

    With `recut`, tasks that share a plan get morsels of as many rows as the first of them has.

    With `random`, what Daft leaves to chance is drawn from it: which of several equally free
    workers gets a task; at which actor a worker's slots start, each time that it starts anew
    because no task was left on it; and how long the driver and the way take, up to twice as long
    as `costs` says. Without, the first worker and the last actor are taken.

    Raises:
        ValueError: when there is no actor.
    """
    _require_actors(actors_per_worker)
    pool = _Pool(actors_per_worker, cpus_per_worker, shared_slots, costs, random, recut)
    return pool.run(tasks)


def _require_actors(actors_per_worker: Sequence[int]) -> None:
    if not sum(actors_per_worker):
        raise ValueError("a pool needs at least one actor")


def cut(rows: int, size: int) -> tuple[int, ...]:
    """The morsels of so many rows: full ones and a shorter last one."""
    full, rest = divmod(rows, size)
    return (size,) * full + ((rest,) if rest else ())


@dataclass(slots=True, eq=False)
class _Actor:
    worker: int
    free_at: float = 0.0
    rows: float = 0
    morsels: int = 0
    busy: float = 0.0

    def take_many(self, rows: float, morsels: int, costs: Costs) -> None:
        """Count so many morsels as done, one after another."""
        self.rows += rows
        self.morsels += morsels
        self.busy += costs.of(rows, morsels)


@dataclass(slots=True, eq=False)
class _Lane:
    """Tasks that share a stack of dispatch slots; a slot is the number of its actor.

    `morsel_rows` are the rows of its first task.
    """

    slots: list[int]
    tasks: deque[_Task] = field(default_factory=deque)
    unfinished: int = 0
    morsel_rows: int = 0


@dataclass(slots=True, eq=False)
class _Task:
    """A task's morsels from `next` on wait; `running` others are with actors."""

    worker: int
    morsels: Sequence[int]
    lane: _Lane
    next: int = 0
    running: int = 0


class _Pool:
    def __init__(
        self,
        actors_per_worker: Sequence[int],
        cpus: int | None,
        shared_slots: bool,
        costs: Costs,
        random: Random | None,
        recut: bool,
    ) -> None:
        self.costs = costs
        self.random = random
        self.recut = recut
        self.actors = _actors(actors_per_worker)
        self.reachable = _reachable_actors(actors_per_worker)
        self.free_cpus = [cpus or _PLENTY_OF_CPUS] * len(actors_per_worker)
        self.lanes: list[_Lane | None] = [None] * len(actors_per_worker)
        self.shared_slots = shared_slots
        self.starts = random if shared_slots or random else _same_numbers()
        # When, in which order, the task, and the slot that gets free or what else happens.
        self.events: list[tuple[float, int, _Task, int]] = []
        self.waiting: deque[Sequence[int]] = deque()
        self.order = 0
        self.now = 0.0
        self.driver_free = 0.0
        self.machine_free = 0.0
        self.first_start = float("inf")
        self.last_end = 0.0

    def run(self, tasks: Sequence[Sequence[int]]) -> Occupancy:
        self.waiting.extend(tasks)
        self.submit()
        while self.events:
            self.now, _, task, slot = heapq.heappop(self.events)
            if slot == _ARRIVES:
                self.arrive(task)
            elif slot == _TOLD:
                self.then(self.costs.finish_seconds, task, _FINISHED)
            elif slot == _FINISHED:
                self.free_cpu(task)
            else:
                self.free_slot(task, slot)
        return _occupancy(self.actors, max(0.0, self.last_end - self.first_start))

    def submit(self) -> None:
        while self.waiting and (free := max(self.free_cpus)) > 0:
            worker = self.worker_with(free)
            self.free_cpus[worker] -= 1
            lane = self.lane_on(worker)
            lane.unfinished += 1
            task = _Task(worker, self.morsels_on(lane, self.waiting.popleft()), lane)
            self.then(self.costs.submit_seconds, task, _ARRIVES)

    def then(self, seconds: float, task: _Task, what: int) -> None:
        """Let something happen once the driver has spent so many seconds on it."""
        self.driver_free = max(self.now, self.driver_free) + self.about(seconds)
        if self.driver_free > self.now:
            self.push(self.driver_free, task, what)
        elif what == _ARRIVES:
            self.arrive(task)
        else:
            self.free_cpu(task)

    def about(self, seconds: float) -> float:
        """What takes so long on average takes any time up to twice as long."""
        if self.random is None or not seconds:
            return seconds
        return 2 * seconds * self.random.random()

    def arrive(self, task: _Task) -> None:
        if not task.morsels:
            self.end(task)
            return
        task.lane.tasks.append(task)
        self.dispatch(task.lane)

    def free_slot(self, task: _Task, slot: int) -> None:
        task.lane.slots.append(slot)
        task.running -= 1
        if not task.running and task.next == len(task.morsels):
            self.end(task)
        self.dispatch(task.lane)

    def end(self, task: _Task) -> None:
        task.lane.unfinished -= 1
        if self.costs.travel_seconds or not task.morsels:
            self.push(self.now + self.about(self.costs.travel_seconds), task, _TOLD)
        else:
            self.then(self.costs.finish_seconds, task, _FINISHED)

    def free_cpu(self, task: _Task) -> None:
        self.free_cpus[task.worker] += 1
        self.submit()

    def morsels_on(self, lane: _Lane, morsels: Sequence[int]) -> Sequence[int]:
        if not self.recut:
            return morsels
        rows = sum(morsels)
        lane.morsel_rows = lane.morsel_rows or rows
        return cut(rows, lane.morsel_rows) if rows else ()

    def worker_with(self, free: int) -> int:
        if self.random is None or self.free_cpus.count(free) == 1:
            return self.free_cpus.index(free)
        return self.random.choice([n for n, cpus in enumerate(self.free_cpus) if cpus == free])

    def lane_on(self, worker: int) -> _Lane:
        lane = self.lanes[worker]
        if lane is not None and (lane.unfinished or self.random is None):
            return lane
        reachable = self.reachable[worker]
        first = self.first_of(len(reachable))
        lane = _Lane((reachable[first:] + reachable[:first]) * _SLOTS_PER_ACTOR)
        if self.shared_slots:
            self.lanes[worker] = lane
        return lane

    def first_of(self, actors: int) -> int:
        if self.starts is None:
            return 0
        return int(self.starts.random() * actors)

    def dispatch(self, lane: _Lane) -> None:
        while lane.tasks and lane.slots:
            task = lane.tasks[0]
            rows = task.morsels[task.next]
            task.next += 1
            task.running += 1
            if task.next == len(task.morsels):
                lane.tasks.popleft()
            slot = lane.slots.pop()
            self.machine_free = max(self.now, self.machine_free) + self.costs.dispatch_seconds
            self.push(self.work(self.actors[slot], rows, self.machine_free), task, slot)

    def work(self, actor: _Actor, rows: int, ready: float) -> float:
        """Queue a morsel that is ready then; the time it ends."""
        start = ready
        if actor.morsels:
            start = max(ready, actor.free_at + self.costs.handover_seconds)
        seconds = self.costs.of(rows)
        actor.rows += rows
        actor.morsels += 1
        actor.busy += seconds
        actor.free_at = start + seconds
        self.first_start = min(self.first_start, start)
        self.last_end = max(self.last_end, actor.free_at)
        return actor.free_at

    def push(self, when: float, task: _Task, slot: int) -> None:
        self.order += 1
        heapq.heappush(self.events, (when, self.order, task, slot))


def _same_numbers() -> Random:
    """Numbers that only look random: the same each time."""
    from random import Random

    return Random(_SEED)


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
