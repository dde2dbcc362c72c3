"""The entities of the event model: tasks, their shares of each stage, stations, actors."""

from __future__ import annotations

import math
from bisect import insort
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from daft_lint.records import dataclass
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.dispatch import Dispatch, Pick
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy

if TYPE_CHECKING:
    from random import Random

DEFAULT_MORSEL_ROWS = 131_072
"""Rows of a morsel when a UDF sets no batch_size (`default_morsel_size`, Daft 0.7.26)."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A UDF that the rows of a task pass.

    `actors` are those on each worker. A worker without any uses those of all others. A UDF
    `in_task` has no pool: its actors are the threads of the worker, one for each CPU, which it
    shares with the others of its kind; they take one morsel at a time. `batch_size` None: a morsel
    is what arrives in one piece; with `recut`, as many rows as the first task has that shares a
    plan. `row_seconds` None: what the costs say.
    """

    actors: tuple[int, ...]
    batch_size: int | None
    recut: bool = False
    in_task: bool = False
    row_seconds: float | None = None


class Turn:
    """When the thread that dispatches morsels one after another is free for the next one."""

    __slots__ = ("free_at",)

    def __init__(self) -> None:
        self.free_at = float("-inf")


class Actors:
    """The actors of a stage, by number: when each is free, and what it has done."""

    def __init__(self, stage: Stage, costs: Costs) -> None:
        self.workers = [worker for worker, local in enumerate(stage.actors) for _ in range(local)]
        self.reachable = _reachable(stage.actors)
        self.in_task = stage.in_task
        self.shares_threads = False
        count = len(self.workers)
        self.free_at = [float("-inf")] * count
        self.rows: list[float] = [0] * count
        self.morsels = [0] * count
        self.busy = [0.0] * count
        self.row_seconds = costs.row_seconds if stage.row_seconds is None else stage.row_seconds
        self.morsel_seconds = costs.morsel_seconds
        self.first_start = float("inf")
        self.last_end = 0.0
        self.turn = Turn() if costs.one_machine else None

    def share_threads(self, others: Actors) -> None:
        """Use the threads of another UDF, which runs in tasks on the same workers."""
        self.free_at = others.free_at
        self.shares_threads = others.shares_threads = True

    def first_free(self, threads: Sequence[int]) -> int:
        """The one of these threads that is free first."""
        return min(threads, key=self.free_at.__getitem__)

    def work(self, actor: int, rows: float, morsels: int, start: float, waits: float) -> float:
        """Let an actor work on morsels from then on, waiting between them; the time it ends."""
        seconds = rows * self.row_seconds + morsels * self.morsel_seconds
        end = start + seconds + waits
        self.rows[actor] += rows
        self.morsels[actor] += morsels
        self.busy[actor] += seconds
        self.free_at[actor] = end
        if start < self.first_start:
            self.first_start = start
        if end > self.last_end:
            self.last_end = end
        return end

    def occupancy(self) -> Occupancy:
        """What they did."""
        # A task that stands for several has the mean of their rows.
        rows = map(round, self.rows)
        uses = zip(self.workers, rows, self.morsels, self.busy, strict=True)
        span = max(0.0, self.last_end - self.first_start)
        return Occupancy(tuple(ActorUse(*use) for use in uses), span)


def _reachable(actors_per_worker: Sequence[int]) -> list[list[int]]:
    """For each worker the actors its tasks use: its own, or all when it has none."""
    everyone = list(range(sum(actors_per_worker)))
    reachable = []
    first = 0
    for local in actors_per_worker:
        reachable.append(everyone[first : first + local] or everyone)
        first += local
    return reachable


class Share:
    """A task at one stage: the rows that wait there, and the morsels under way.

    So many morsels are `followed` one by one at either end.
    With `size`, waiting `rows` make morsels of so many. Without, each of the `pieces` is a morsel,
    the last one first.
    """

    __slots__ = ("complete", "followed", "pieces", "rows", "running", "size", "taken", "task")

    def __init__(self, task: Task, size: int | None, followed: float) -> None:
        self.task = task
        self.size = size
        self.followed = followed
        self.rows: float = 0
        self.pieces: list[float] = []
        self.running = 0
        self.taken = 0
        self.complete = False

    def add(self, rows: float) -> None:
        """Rows that arrive in one piece; none say that nothing more comes."""
        if not rows:
            self.complete = True
        elif self.size is not None:
            self.rows += rows
        else:
            self.pieces.insert(0, rows)

    @property
    def ready(self) -> bool:
        """Whether a morsel can be taken."""
        if self.size is None:
            return bool(self.pieces)
        return self.rows >= self.size or (self.complete and self.rows > 0)

    @property
    def over(self) -> bool:
        """Whether nothing is left to do here, ever."""
        return self.complete and not (self.running or self.rows or self.pieces)

    def take(self) -> tuple[float, int]:
        """The rows of the next morsel, and how many it stands for: the more, the farther inside."""
        size = self.size
        if size is None:
            piece = self.pieces.pop()
            if piece > DEFAULT_MORSEL_ROWS:
                self.pieces.append(piece - DEFAULT_MORSEL_ROWS)
                piece = DEFAULT_MORSEL_ROWS
            return piece, 1
        if self.rows < size:
            rows, self.rows = self.rows, 0
            return rows, 1
        times = 1
        if self.rows >= self.followed * size:
            times += int(min(self.taken, self.rows // size - 1) // self.followed)
        self.taken += times
        self.rows -= size * times
        return size * times, times


class Task:
    """One task: its phase, where it stands in line there, its worker, its share of every stage.

    It stands for `weight` of them, which do the same one after another. So many morsels of each
    actor are `followed` one by one at either end.
    """

    __slots__ = ("chain", "number", "phase", "pieces", "shares", "weight", "worker")

    def __init__(
        self,
        phase: int,
        number: int,
        worker: int,
        pieces: Sequence[float],
        chain: Chain,
        weight: int = 1,
        followed: float = math.inf,
    ) -> None:
        self.phase = phase
        self.number = number
        self.worker = worker
        self.pieces = pieces
        self.chain = chain
        self.weight = weight
        self.shares = [
            Share(self, station.size, max(1.0, followed * len(station.local)))
            for station in chain.stations
        ]


class Chain:
    """The lanes of one phase on one worker, in the order that rows pass them.

    So many `tasks` use them that the driver doesn't know to have ended.
    """

    __slots__ = ("stations", "tasks")

    def __init__(self, stations: Sequence[Station]) -> None:
        self.stations = stations
        self.tasks = 0


class Station:
    """One stage on one worker, and its dispatch slots.

    A free slot stands in `slots` as its rank and its actor. The shares in `queue` have a morsel
    ready; those of earlier tasks go first. Rows that come, and after the last ones of a share the
    news of it, pass `inbox`, which has room for few; only a lane with a free slot takes from it.
    Morsels that ended hold their slot in `done` until the next lane's inbox has room. Where order
    is kept, `under_way` are all morsels that wait for those before them, the first first.
    """

    def __init__(
        self,
        stage: Stage,
        actors: Actors,
        worker: int,
        dispatch: Dispatch,
        starts: Random | None,
    ) -> None:
        self.actors = actors
        self.dispatch = dispatch
        self.size = stage.batch_size
        self.turn = actors.turn or Turn()
        self.local = actors.reachable[worker]
        first = 0 if starts is None else int(starts.random() * len(self.local))
        turned = self.local[first:] + self.local[:first]
        each = turned * (1 if stage.in_task else dispatch.slots)
        if dispatch.pick is Pick.FIXED and starts is not None:
            starts.shuffle(each)
        self.slots = deque(enumerate(each))
        self.queue: deque[Share] = deque()
        self.inbox: deque[tuple[Share, float]] = deque()
        # Of a first lane: the tasks that want to send, each with the pieces it has left.
        self.senders: deque[tuple[Share, list[float]]] = deque()
        self.done: deque[tuple[Share, tuple[int, int] | None, float]] = deque()
        self.under_way: deque[tuple[int, int]] = deque()
        self.ended: dict[tuple[int, int], tuple[Share, tuple[int, int], float]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether it takes at once what the next task of a first lane sends."""
        return bool(self.slots) and not (self.senders or self.inbox or self.done)

    def enqueue(self, share: Share) -> None:
        """Put a share that has a morsel ready in line."""
        queue, number = self.queue, share.task.number
        place = len(queue)
        while place and queue[place - 1].task.number > number:
            place -= 1
        if not place or queue[place - 1] is not share:
            queue.insert(place, share)

    def send(self, room: int) -> None:
        """Let tasks put their pieces in the inbox, which has room for so many.

        A task that has sent something gets in line again, behind all that wait to send.
        """
        while self.senders and len(self.inbox) < room:
            share, pieces = self.senders.popleft()
            self.inbox.append((share, pieces.pop() if pieces else 0))
            if self.inbox[-1][1]:
                self.senders.append((share, pieces))

    def pick(self) -> tuple[int, int]:
        """Take the slot of the next morsel."""
        stacked = self.dispatch.pick is Pick.LAST_FREED
        slot = self.slots.pop() if stacked else self.slots.popleft()
        if self.dispatch.in_order:
            self.under_way.append(slot)
        return slot

    def end(self, share: Share, slot: tuple[int, int], rows: float) -> None:
        """A morsel has ended: put it in `done`, as soon as its turn comes."""
        if not self.dispatch.in_order:
            self.done.append((share, slot, rows))
            return
        self.ended[slot] = (share, slot, rows)
        while self.under_way and self.under_way[0] in self.ended:
            self.done.append(self.ended.pop(self.under_way.popleft()))

    def free(self, slot: tuple[int, int]) -> None:
        """Give a slot back."""
        if self.dispatch.pick is Pick.FIXED:
            insort(self.slots, slot)
        else:
            self.slots.append(slot)
