"""A discrete-event model of the tasks of one pipeline: who gets which morsel, and when."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daft_lint.scheduling.costs import Costs
from daft_lint.scheduling.dispatch import SHARED_STACK, Dispatch
from daft_lint.scheduling.occupancy import Occupancy
from daft_lint.scheduling.stations import Actors, Chain, Clock, Share, Stage, Station, Task
from daft_lint.scheduling.steady_rounds import skip_rounds

if TYPE_CHECKING:
    from random import Random

_SEED = 9
_CLOCK, _ARRIVES, _NOTICE, _FINISHED, _OPENS = range(5)

_SOURCE_ROOM = 3
"""Two channels for one morsel, and one on the way: pipeline.rs and sources, Daft 0.7.24."""

_MOST_LATE_NOTICES = 300
"""Of so many morsels the end is told a little later, by chance; of more these even out."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Tasks that pass the same stages, each given as the rows of the pieces it arrives in.

    `after` says of each task how many tasks of the phase before must have ended, the first ones
    first; None: all of them.
    """

    tasks: Iterable[Sequence[int]]
    stages: tuple[Stage, ...]
    after: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """A cluster as the scheduler sees it.

    A task takes one of the `cpus` of a worker, given for each one. It goes to the worker with the
    highest sum of free CPUs and `gpus` of those that have a free CPU; actors take none of these.

    Source: scheduler/default.rs (`try_schedule_spread_task`), Daft 0.7.24.
    """

    cpus: tuple[int, ...]
    gpus: tuple[int, ...] = ()
    dispatch: Dispatch = SHARED_STACK


@dataclass(frozen=True, slots=True)
class Run:
    """What came of it: the use of every stage of every phase.

    `span` is the time in seconds from the start of the first morsel of all to the end of the last.
    """

    phases: tuple[tuple[Occupancy, ...], ...]
    span: float


def run_phases(
    phases: Sequence[Phase],
    machine: Machine,
    costs: Costs,
    random: Random | None = None,
    *,
    skip_repeats: bool = True,
) -> Run:
    """Run all tasks of all phases.

    With `random`, what Daft leaves to chance is drawn from it: which of several equally free
    workers gets a task; at which actor a worker's slots start, each time that it starts anew
    because no task was left on it; and how long the driver and the way take, up to twice as long
    as `costs` says. Without, the first worker and the last actor are taken.

    `skip_repeats` passes over rounds that repeat the one before; the outcome is the same.

    Raises:
        ValueError: when a stage has no actor.
    """
    if any(not sum(stage.actors) for phase in phases for stage in phase.stages):
        raise ValueError("a pool needs at least one actor")
    return _Scheduler(phases, machine, costs, random, skip_repeats).run()


class _Progress:
    """How far a phase is: the tasks that wait, those under way, how many have ended in a row."""

    __slots__ = (
        "actors",
        "after",
        "chains",
        "ended",
        "in_row",
        "next",
        "opens_at",
        "stages",
        "taken",
        "waiting",
    )

    def __init__(self, phase: Phase, costs: Costs, workers: int) -> None:
        self.stages = phase.stages
        self.actors = [Actors(stage, costs) for stage in phase.stages]
        self.chains: list[Chain | None] = [None] * workers
        self.after = phase.after
        self.opens_at: float | None = None
        self.waiting = iter(phase.tasks)
        self.next = next(self.waiting, None)
        self.taken = 0
        self.ended: set[int] = set()
        self.in_row = 0

    def take(self) -> int:
        """Take the next task from the line; its number."""
        self.next = next(self.waiting, None)
        self.taken += 1
        return self.taken - 1

    def end(self, number: int) -> None:
        """Note that a task has ended."""
        if number == self.in_row and not self.ended:
            self.in_row += 1
            return
        self.ended.add(number)
        while self.in_row in self.ended:
            self.ended.discard(self.in_row)
            self.in_row += 1

    def may_start(self, before: _Progress) -> bool:
        """Whether the tasks that its next task waits for have ended."""
        if before.next is None and before.in_row == before.taken:
            return True
        return self.after is not None and before.in_row >= self.after[self.taken]


class _Scheduler:
    def __init__(
        self,
        phases: Sequence[Phase],
        machine: Machine,
        costs: Costs,
        random: Random | None,
        skip_repeats: bool,
    ) -> None:
        workers = len(machine.cpus)
        stages = [stage for phase in phases for stage in phase.stages]
        self.costs = costs
        self.random = random
        self.dispatching = machine.dispatch
        self.starts = random if machine.dispatch.shared or random else _same_numbers()
        self.phases = [_Progress(phase, costs, workers) for phase in phases]
        _share_threads([actor for phase in self.phases for actor in phase.actors])
        self.cpus = list(machine.cpus)
        gpus = machine.gpus or (0,) * workers
        self.free = [cpus + more for cpus, more in zip(machine.cpus, gpus, strict=True)]
        # Workers with a free CPU, the freest first. An entry that no longer holds is passed over.
        self.freest: list[tuple[int, float, int]] = []
        for worker in range(workers):
            self.offer(worker)
        local = all(count for stage in stages for count in stage.actors)
        alone = local and not (costs.one_machine and costs.dispatch_seconds)
        everyone = Clock()
        self.clocks = [Clock() if alone else everyone for _ in range(workers)]
        # Then whatever arrives at a worker only waits behind the morsels that wait there.
        self.simple = alone and len(stages) == 1 and machine.dispatch == SHARED_STACK
        self.steady = self.simple and skip_repeats
        # Between pools it matters which of two morsels that take as long comes first.
        self.jitters = random is not None and len(stages) > 1
        # So it does in a single one, as long as there are few.
        self.late_notices = _MOST_LATE_NOTICES if random is not None and len(stages) == 1 else 0
        self.agenda: list[tuple[float, int, int, Task | Clock]] = []
        # What the driver is at, the first thing first: it does one after another.
        self.driving: deque[tuple[float, int, int, Task]] = deque()
        self.order = 0
        self.driver_free = 0.0

    def run(self) -> Run:
        self.submit(0.0)
        agenda, driving = self.agenda, self.driving
        while agenda or driving:
            if driving and (not agenda or driving[0] < agenda[0]):
                now, _, what, task = driving.popleft()
                if what == _ARRIVES:
                    self.arrive(now, task)
                else:
                    self.finish(now, task)
                continue
            now, _, what, about = heapq.heappop(agenda)
            if isinstance(about, Clock):
                if about.due == now:
                    self.advance(about)
            elif what == _NOTICE:
                self.then(now, self.costs.finish_seconds, about, _FINISHED)
            else:
                self.submit(now)
        uses = [actors for phase in self.phases for actors in phase.actors]
        first = min((use.first_start for use in uses), default=0.0)
        span = max(0.0, max((use.last_end for use in uses), default=0.0) - first)
        phases = (tuple(actor.occupancy() for actor in phase.actors) for phase in self.phases)
        return Run(tuple(phases), span)

    def offer(self, worker: int) -> None:
        """Say that a worker has a free CPU, if it has one."""
        if self.cpus[worker] > 0:
            tie = 0.0 if self.random is None else self.random.random()
            heapq.heappush(self.freest, (-self.free[worker], tie, worker))

    def submit(self, now: float) -> None:
        """Give tasks to workers while there are both; later phases go first.

        Source: task.rs (`SwordfishTaskPriority`), Daft 0.7.24.
        """
        while self.freest and (place := self.startable(now)) is not None:
            free, _, worker = heapq.heappop(self.freest)
            if -free != self.free[worker]:
                continue
            phase = self.phases[place]
            pieces = phase.next or ()
            chain = self.chain_on(phase, worker, pieces)
            task = Task(place, phase.take(), worker, pieces, chain)
            self.cpus[worker] -= 1
            self.free[worker] -= 1
            self.offer(worker)
            self.then(now, self.costs.submit_seconds, task, _ARRIVES)

    def startable(self, now: float) -> int | None:
        """The last phase that has a task which may start."""
        phases = self.phases
        for place in range(len(phases) - 1, -1, -1):
            if phases[place].next is not None and (not place or self.is_open(now, place)):
                return place
        return None

    def is_open(self, now: float, place: int) -> bool:
        """Whether the next task of a later phase may start; its pools start when the first may."""
        phase = self.phases[place]
        if not phase.may_start(self.phases[place - 1]):
            return False
        if phase.opens_at is None:
            starts = sum(not stage.in_task for stage in phase.stages)
            phase.opens_at = now + starts * self.costs.pool_start_seconds
            if phase.opens_at > now:
                self.push(phase.opens_at, _OPENS, _NO_TASK)
        return now >= phase.opens_at

    def then(self, now: float, seconds: float, task: Task, what: int) -> None:
        """Let something happen once the driver has spent so many seconds on it."""
        if self.driver_free < now:
            self.driver_free = now
        self.driver_free += self.about(seconds) if self.random is not None else seconds
        if self.driver_free > now:
            self.order += 1
            self.driving.append((self.driver_free, self.order, what, task))
        elif what == _ARRIVES:
            self.arrive(now, task)
        else:
            self.finish(now, task)

    def about(self, seconds: float) -> float:
        """What takes so long on average takes any time up to twice as long."""
        if self.random is None or not seconds:
            return seconds
        return 2 * seconds * self.random.random()

    def push(self, when: float, what: int, about: Task | Clock) -> None:
        self.order += 1
        heapq.heappush(self.agenda, (when, self.order, what, about))

    def finish(self, now: float, task: Task) -> None:
        """The driver knows that a task has ended: its CPU is free."""
        worker = task.worker
        task.chain.tasks -= 1
        # A task and its shares know each other; apart, they need no garbage collector.
        task.shares.clear()
        self.phases[task.phase].end(task.number)
        self.cpus[worker] += 1
        self.free[worker] += 1
        self.offer(worker)
        self.submit(now)

    def chain_on(self, phase: _Progress, worker: int, pieces: Sequence[int]) -> Chain:
        """The lanes that a task gets: those of the tasks there, or new ones."""
        chain = phase.chains[worker]
        stale = chain is not None and self.random is not None and not chain.tasks
        if chain is None or stale or not self.dispatching.shared:
            chain = Chain(
                [
                    Station(stage, actors, worker, self.dispatching, self.starts)
                    for stage, actors in zip(phase.stages, phase.actors, strict=True)
                ]
            )
            phase.chains[worker] = chain
        chain.tasks += 1
        if chain.stations and chain.stations[0].size is None and phase.stages[0].recut:
            chain.stations[0].size = sum(pieces) or None
        return chain

    def arrive(self, now: float, task: Task) -> None:
        pieces = [rows for rows in reversed(task.pieces) if rows]
        task.pieces = ()
        if not pieces or not task.shares:
            self.end(now, task)
            return
        clock = self.clocks[task.worker]
        station = task.chain.stations[0]
        if (
            self.simple
            and station.slots
            and len(pieces) == 1
            and not (station.inbox or station.senders)
        ):
            self.arrive_alone(now, clock, station, task.shares[0], pieces[0])
            return
        station.senders.append((task.shares[0], pieces))
        self.settle(now, clock, task.chain.stations)
        self.look_at(clock)

    def arrive_alone(
        self, now: float, clock: Clock, station: Station, share: Share, rows: int
    ) -> None:
        """What `settle` does where nothing else is on its way to the one lane, in less time."""
        size = share.size
        if size is not None and rows <= size:
            # A short morsel goes out when the end of its task is known, a full one before.
            self.start(now, clock, station, 0, share, rows)
        else:
            share.add(rows)
            station.enqueue(share)
            self.dispatch(now, clock, station, 0)
        if station.slots or rows < (size or 0):
            share.complete = True
            if share.ready:
                station.enqueue(share)
                self.dispatch(now, clock, station, 0)
        else:
            station.inbox.append((share, 0))
        self.look_at(clock)

    def end(self, now: float, task: Task) -> None:
        travel = self.costs.travel_seconds
        self.order += 1
        notice = now + (self.about(travel) if self.random is not None else travel)
        heapq.heappush(self.agenda, (notice, self.order, _NOTICE, task))

    def something_before(self, now: float) -> bool:
        """Whether anything else happens before then."""
        return bool(
            (self.agenda and self.agenda[0][0] < now) or (self.driving and self.driving[0][0] < now)
        )

    def look_at(self, clock: Clock) -> None:
        """Come back when the next of its morsels ends."""
        if clock.heap and clock.heap[0][0] < clock.due:
            clock.due = clock.heap[0][0]
            self.order += 1
            heapq.heappush(self.agenda, (clock.due, self.order, _CLOCK, clock))

    def advance(self, clock: Clock) -> None:
        """Let morsels end, up to the next thing that may matter to them."""
        heap = clock.heap
        while heap:
            now, _, share, place, slot, rows = heap[0]
            stations = share.task.chain.stations
            station = stations[place]
            if not (self.simple and station.queue) and self.something_before(now):
                break
            heapq.heappop(heap)
            if not self.simple:
                station.end(share, slot, rows)
                self.settle(now, clock, stations)
                continue
            self.end_alone(now, clock, station, share, slot)
            if self.steady and station.queue and not self.late_notices:
                skip_rounds(now, clock, station)
        clock.due = float("inf")
        self.look_at(clock)

    def end_alone(
        self, now: float, clock: Clock, station: Station, share: Share, slot: tuple[int, int]
    ) -> None:
        """What `settle` does where there is one lane, in less time."""
        station.slots.append(slot)
        share.running -= 1
        if station.queue:
            self.dispatch(now, clock, station, 0)
        if not share.running and share.over:
            self.end(now, share.task)
        while station.slots and station.inbox:
            self.take_in(now, clock, station, 0)

    def settle(self, now: float, clock: Clock, stations: Sequence[Station]) -> None:
        """Hand on what has ended from lane to lane, as far as there is room.

        Each lane does all that it can before the next one does anything: one thread of a worker
        runs the operators of all its tasks.

        Source: intermediate_op.rs and run.rs (`get_global_runtime`), Daft 0.7.24.
        """
        stations[0].send(_SOURCE_ROOM)
        moved = True
        while moved:
            moved = False
            for place, station in enumerate(stations):
                if station.done or station.inbox:
                    following = stations[place + 1] if place + 1 < len(stations) else None
                    moved |= self.poll(now, clock, station, place, following)

    def poll(
        self, now: float, clock: Clock, station: Station, place: int, following: Station | None
    ) -> bool:
        """Let a lane hand on what has ended and take what has come, by turns; whether it did.

        Daft picks either at random. It takes nothing while it has no slot, or waits for room for
        the news that a task is over.

        Source: pipeline.rs (`next_event`), Daft 0.7.24.
        """
        moved = False
        while station.done or (station.inbox and station.slots):
            if station.done:
                if following is not None and following.inbox:
                    break
                self.hand_on(now, clock, station, place, following)
            if station.inbox and station.slots and not station.announces_end:
                self.take_in(now, clock, station, place)
            moved = True
        return moved

    def take_in(self, now: float, clock: Clock, station: Station, place: int) -> None:
        """Take what came to a lane first."""
        share, rows = station.inbox.popleft()
        share.add(rows)
        if share.ready:
            station.enqueue(share)
            self.dispatch(now, clock, station, place)
        elif share.over:
            self.close(now, station, share)
        if not place:
            station.send(_SOURCE_ROOM)

    def hand_on(
        self, now: float, clock: Clock, station: Station, place: int, following: Station | None
    ) -> None:
        """Pass on what a lane was done with first, and give its slot the next morsel."""
        share, slot, rows = station.done.popleft()
        if following is not None:
            following.inbox.append((share.task.shares[place + 1], rows))
        if slot is not None:
            station.free(slot)
            share.running -= 1
            self.dispatch(now, clock, station, place)
            if share.over:
                self.close(now, station, share)

    def close(self, now: float, station: Station, share: Share) -> None:
        """A lane is done with a task: the next one must know, or the driver.

        Source: intermediate_op.rs (`handle_worker_result`), Daft 0.7.24.
        """
        if share is share.task.shares[-1]:
            self.end(now, share.task)
        else:
            # Nothing comes between the last rows and this.
            station.done.appendleft((share, None, 0))

    def dispatch(self, now: float, clock: Clock, station: Station, place: int) -> None:
        """Give the free slots of a lane their morsels."""
        queue, slots = station.queue, station.slots
        while queue and slots:
            share = queue[0]
            size = share.size
            if size is not None and share.rows >= 2 * size:
                rows = size
                share.rows -= size
            else:
                rows = share.take()
                if not share.ready:
                    queue.popleft()
            self.start(now, clock, station, place, share, rows)

    def start(
        self, now: float, clock: Clock, station: Station, place: int, share: Share, rows: int
    ) -> None:
        """Give a free slot of a lane a morsel."""
        actors, costs = station.actors, self.costs
        share.running += 1
        slot = station.slots.pop() if self.simple else station.pick()
        actor = actors.first_free(station.local) if actors.shares_threads else slot[1]
        ready = now
        if costs.dispatch_seconds:
            turn = station.turn
            ready = (now if turn.free_at < now else turn.free_at) + costs.dispatch_seconds
            turn.free_at = ready
        handover = costs.handover_seconds
        if self.jitters:
            handover = self.about(handover)
        start = actors.free_at[actor] + handover
        if start < ready:
            start = ready
        end = actors.work(actor, rows, start)
        if self.late_notices:
            self.late_notices -= 1
            end += self.about(costs.handover_seconds)
        self.order += 1
        heapq.heappush(clock.heap, (end, self.order, share, place, slot, rows))


def _share_threads(stages: Sequence[Actors]) -> None:
    """UDFs in tasks use the same threads, those of their worker.

    Source: udf.rs (`execute` blocks a thread of the compute runtime, of which a process has one),
    Daft 0.7.24.
    """
    groups: dict[tuple[int, ...], list[Actors]] = {}
    for actors in stages:
        if actors.in_task:
            groups.setdefault(tuple(actors.workers), []).append(actors)
    for alike in groups.values():
        for actors in alike[1:]:
            actors.share_threads(alike[0])


_NO_TASK = Task(0, 0, 0, (), Chain(()))


def _same_numbers() -> Random:
    """Numbers that only look random: the same each time."""
    from random import Random

    return Random(_SEED)
