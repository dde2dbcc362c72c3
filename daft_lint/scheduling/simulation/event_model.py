"""A discrete-event model of the tasks of one pipeline: who gets which morsel, and when.

Where many are alike, one task in their middle stands for several, and so does one morsel of a long
task, and of long tasks one worker of a large cluster: whatever it costs is as often as there are.
Both ends are followed one by one, since there it is decided who idles.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from daft_lint.records import dataclass, replace
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.dispatch import SHARED_STACK, Dispatch, Pick
from daft_lint.scheduling.simulation.occupancy import Occupancy
from daft_lint.scheduling.simulation.stations import Actors, Chain, Share, Stage, Station, Task

if TYPE_CHECKING:
    from random import Random

_SEED = 9

_SOURCE_ROOM = 3
"""Two channels for one morsel, and one on the way: pipeline.rs and sources, Daft 0.7.24."""

_MOST_LATE_NOTICES = 300
"""Ends of up to so many morsels are noticed a little later, by chance; with more it evens out."""

_FOLLOWED_TASKS = 8
"""So many tasks for each that may run at once, at either end of all, are followed one by one.

On large clusters it is fewer, down to one, so that they cause a quarter of the events. Told within
1 % of what comes of following all: 50,000 tasks for 400 actors on 100 workers, and five more.
"""

_FOLLOWED_MORSELS = (16, 4, 1, 0.25)
"""So many morsels for each actor, at either end of a task, are: the fewer the more there are.

Of the last tasks at least one: where no task follows, a larger morsel would leave others waiting.
"""

_ALIKE = 0.02
"""Of tasks whose rows differ by no larger share one worker stands for others."""

_LONG = 8
"""With so many morsels for each actor, too. Where tasks are short, tasks stand for others: where a
worker stood for several, 100,000 of a morsel each for 8 workers took 1,320 s for 1,036.
"""

_PLENTY_OF_CPUS = 1_000_000

MOST_EVENTS = 20_000
"""Up to so many events, some 0.2 s, as many morsels as possible are followed one by one."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Tasks that pass the same stages, each given as the rows of the pieces it arrives in.

    `after` says of each task how many tasks of the phase before must have ended, the first ones
    first; None: all of them.
    """

    tasks: Sequence[Sequence[int]]
    stages: tuple[Stage, ...]
    after: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """A cluster as the scheduler sees it.

    A task takes one of the `cpus` of a worker, given for each one. It goes to the worker with the
    highest sum of free CPUs and `gpus` of those that have a free CPU; actors take none of these.
    Of the native runner's `cores` each makes one call at a time, those that came first go first,
    and a process starts with its first one; None: there are enough.

    Source: scheduler/default.rs (`try_schedule_spread_task`), Daft 0.7.24. Cores: measured on Daft
    0.7.26, execution/udf.py.
    """

    cpus: tuple[int, ...]
    gpus: tuple[int, ...] = ()
    dispatch: Dispatch = SHARED_STACK
    cores: int | None = None

    @classmethod
    def alike(
        cls,
        workers: int,
        cpus: int | None,
        dispatch: Dispatch = SHARED_STACK,
        cores: int | None = None,
    ) -> Machine:
        """Workers with so many CPUs each; None: never too few."""
        return cls((cpus or _PLENTY_OF_CPUS,) * workers, (), dispatch, cores)


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
    most_events: float = MOST_EVENTS,
) -> Run:
    """Run all tasks of all phases.

    With `random`, what Daft leaves to chance is drawn from it: which of several equally free
    workers gets a task; at which actor a worker's slots start, each time that it starts anew
    because no task was left on it; and how long the driver and the way take, up to twice as long
    as `costs` says. Without, the first worker and the last actor are taken.

    About `most_events` are followed. If there is no end to them nothing stands for several, which
    takes its time.

    Raises:
        ValueError: when a stage has no actor.
    """
    if any(not sum(stage.actors) for phase in phases for stage in phase.stages):
        raise ValueError("a pool needs at least one actor")
    parts = _parts_alike(phases, machine, costs, most_events)
    if parts == 1:
        return _Scheduler(phases, machine, costs, random, most_events).run()
    phase, workers = phases[0], len(machine.cpus) // parts
    stage = replace(phase.stages[0], actors=phase.stages[0].actors[:workers])
    part = Phase(phase.tasks[::parts], (stage,))
    machine = replace(machine, cpus=machine.cpus[:workers], gpus=machine.gpus[:workers])
    costs = costs.with_share_of_driver(1 / parts)
    run = run_phases([part], machine, costs, random, most_events=most_events)
    rows = sum(map(sum, phase.tasks))
    return Run(((run.phases[0][0].repeated(parts, workers, rows),),), run.span)


def _parts_alike(
    phases: Sequence[Phase], machine: Machine, costs: Costs, most_events: float
) -> int:
    """The parts of a cluster that do the same; one of them stands for all, if that saves time."""
    workers = len(machine.cpus)
    if len(phases) > 1 or len(phases[0].stages) != 1 or workers == 1 or costs.one_machine:
        return 1
    stage, sizes = phases[0].stages[0], Counter(map(sum, phases[0].tasks))
    kinds = set(zip(machine.cpus, machine.gpus or machine.cpus, stage.actors, strict=True))
    least = min(sizes, default=0)
    if len(kinds) > 1 or (1 - _ALIKE) * max(sizes, default=0) > least:
        return 1
    if least < _LONG * max(stage.actors) * (stage.batch_size or least):
        return 1
    wanted = morsels_followed(sizes, stage, _FOLLOWED_MORSELS[0]) // most_events + 1
    most = math.gcd(workers, sizes.total())
    return next((n for n in range(1, most) if n >= wanted and not most % n), most)


class _Progress:
    """How far a phase is: the tasks that wait, those under way, how many have ended in a row."""

    def __init__(
        self, phase: Phase, costs: Costs, workers: int, at_once: float, most_events: float
    ) -> None:
        tasks = phase.tasks
        self.stages = phase.stages
        self.actors = [Actors(stage, costs) for stage in phase.stages]
        self.chains: list[Chain | None] = [None] * workers
        self.after = phase.after
        self.opens_at: float | None = None
        self.followed = _followed_morsels(tasks, phase.stages, at_once, most_events)
        self.waiting = _weighed(phase, at_once, most_events)
        self.next = next(self.waiting, None)
        self.taken = 0
        self.ended: set[int] = set()
        self.in_row = 0

    def take(self) -> int:
        """Take the next task from the line; its number."""
        self.next = next(self.waiting, None)
        self.taken += 1
        return self.taken - 1

    def followed_now(self) -> float:
        """How many morsels of each actor are followed at either end of the next task."""
        last = self.next is not None and self.next[2]
        return max(1.0, self.followed) if last else self.followed

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


def _weighed(
    phase: Phase, at_once: float, most_events: float
) -> Iterator[tuple[Sequence[float], int, bool]]:
    """Tasks in order; how many each stands for, several in the middle; if it is among the last.

    The last ones are those that end while no other waits.
    """
    tasks, longest = phase.tasks, _longest_morsel(phase.stages)
    followed = min(_FOLLOWED_TASKS * at_once, max(at_once, most_events / 4))
    done, left = 0, len(tasks)
    while left:
        weight = 1 + int(min(done, left) // followed)
        alone = [(tasks[done], 1)] if weight == 1 else ()
        for pieces, count in alone or _standing_for(tasks[done : done + weight], longest):
            yield pieces, count, left <= at_once
        done += weight
        left = len(tasks) - done


def _standing_for(
    tasks: Sequence[Sequence[int]], longest: int
) -> Iterator[tuple[Sequence[float], int]]:
    """What stands for tasks that follow one another, and for how many of them.

    Those that are alike are one. So are those with one morsel: what they cost goes by their rows.
    """
    if tasks.count(tasks[0]) == len(tasks):
        yield tasks[0], len(tasks)
        return
    short = [rows for rows in map(sum, tasks) if 0 < rows <= longest]
    if short:
        yield (sum(short) / len(short),), len(short)
    for pieces in tasks:
        if not 0 < sum(pieces) <= longest:
            yield pieces, 1


def _longest_morsel(stages: Sequence[Stage]) -> int:
    """A task of no more rows is one morsel at each stage."""
    if any(stage.recut or stage.batch_size is None for stage in stages):
        return 0
    return min((stage.batch_size or 0 for stage in stages), default=0)


def _followed_morsels(
    tasks: Sequence[Sequence[int]], stages: Sequence[Stage], at_once: float, most_events: float
) -> float:
    """How many morsels of each actor are followed one by one at either end of a task."""
    if math.isinf(at_once) or not stages or any(stage.batch_size is None for stage in stages):
        # Of a UDF without a batch_size, what comes in one piece is one morsel.
        return math.inf
    sizes = Counter(map(sum, tasks))
    for few in _FOLLOWED_MORSELS:
        if sum(morsels_followed(sizes, stage, few) for stage in stages) <= most_events:
            return few
    return _FOLLOWED_MORSELS[-1]


def morsels_followed(sizes: Mapping[int, int], stage: Stage, few: float = 1) -> float:
    """About how many morsels are followed, of tasks by their rows and numbers.

    Of each task `few` morsels of each actor, at either end, are followed one by one.
    """
    ends = 2 * max(1, few * max(stage.actors))
    total = 0.0
    for rows, count in sizes.items():
        morsels = -(-rows // (stage.batch_size or rows or 1))
        total += count * (morsels if morsels <= ends else ends * (1 + math.log(morsels / ends)))
    return total


class _Scheduler:
    def __init__(
        self,
        phases: Sequence[Phase],
        machine: Machine,
        costs: Costs,
        random: Random | None,
        most_events: float,
    ) -> None:
        workers = len(machine.cpus)
        stages = [stage for phase in phases for stage in phase.stages]
        self.costs = costs
        self.random = random
        self.dispatching = dispatch = machine.dispatch
        self.starts = random if dispatch.shared or random else _same_numbers()
        self.is_stacked = dispatch.pick is Pick.LAST_FREED and not dispatch.in_order
        self.is_plain = self.is_stacked and all(len(phase.stages) == 1 for phase in phases)
        # A later phase asks which tasks of the one before have ended.
        all_count = math.isinf(most_events) or len(phases) > 1
        at_once = math.inf if all_count else _at_once(stages, machine)
        self.phases = [_Progress(phase, costs, workers, at_once, most_events) for phase in phases]
        _share_threads([actor for phase in self.phases for actor in phase.actors])
        self.cpus = list(machine.cpus)
        self.cores = [float("-inf")] * (machine.cores or 0)
        gpus = machine.gpus or (0,) * workers
        self.free = [cpus + more for cpus, more in zip(machine.cpus, gpus, strict=True)]
        # Workers with a free CPU, the freest first. An entry that no longer holds is passed over.
        self.freest: list[tuple[int, float, int]] = []
        for worker in range(workers):
            self.offer(worker)
        # Between pools it matters which of two morsels that take as long comes first.
        self.jitters = random is not None and len(stages) > 1
        # So it does in a single one, as long as there are few.
        self.late_notices = _MOST_LATE_NOTICES if random is not None and len(stages) == 1 else 0
        self.agenda: list[tuple[float, int, Callable[[float, Any], None], Any]] = []
        self.order = 0
        self.driver_free = 0.0

    def run(self) -> Run:
        self.submit(0.0)
        agenda = self.agenda
        while agenda:
            now, _, what, about = heapq.heappop(agenda)
            what(now, about)
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

    def submit(self, now: float, _: object = None) -> None:
        """Give tasks to workers while there are both; later phases go first.

        Source: task.rs (`SwordfishTaskPriority`), Daft 0.7.24.
        """
        while self.freest and (place := self.startable(now)) is not None:
            free, _, worker = heapq.heappop(self.freest)
            if -free != self.free[worker]:
                continue
            phase = self.phases[place]
            pieces, weight, _ = phase.next or ((), 1, True)
            chain, followed = self.chain_on(phase, worker, pieces), phase.followed_now()
            task = Task(place, phase.take(), worker, pieces, chain, weight, followed)
            self.cpus[worker] -= 1
            self.free[worker] -= 1
            self.offer(worker)
            self.drive(now, self.costs.submit_seconds, task, self.arrive)

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
                self.push(phase.opens_at, self.submit, None)
        return now >= phase.opens_at

    def drive(
        self, now: float, seconds: float, task: Task, what: Callable[[float, Task], None]
    ) -> None:
        """Let something happen once the driver has spent so many seconds on it."""
        if self.driver_free < now:
            self.driver_free = now
        self.driver_free += self.about(seconds) * task.weight
        if self.driver_free > now:
            self.push(self.driver_free, what, task)
        else:
            what(now, task)

    def about(self, seconds: float) -> float:
        """What takes so long on average takes any time up to twice as long."""
        if self.random is None or not seconds:
            return seconds
        return 2 * seconds * self.random.random()

    def push(self, when: float, what: Callable[[float, Any], None], about: object) -> None:
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

    def chain_on(self, phase: _Progress, worker: int, pieces: Sequence[float]) -> Chain:
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
            chain.stations[0].size = int(sum(pieces)) or None
        return chain

    def arrive(self, now: float, task: Task) -> None:
        pieces = [rows for rows in reversed(task.pieces) if rows]
        task.pieces = ()
        if not pieces or not task.shares:
            self.end(now, task)
            return
        stations, share = task.chain.stations, task.shares[0]
        first = stations[0]
        if len(stations) == len(pieces) == 1 and first.is_idle:
            # What it sends is taken at once.
            self.add(now, first, share, pieces[0])
            if first.slots:
                self.add(now, first, share, 0)
            else:
                first.inbox.append((share, 0))
            return
        first.senders.append((share, pieces))
        self.settle(now, stations)

    def end(self, now: float, task: Task) -> None:
        travel = self.about(self.costs.travel_seconds) * task.weight
        self.push(now + travel, self.notice, task)

    def notice(self, now: float, task: Task) -> None:
        """News of the end of a task reach the driver."""
        self.drive(now, self.costs.finish_seconds, task, self.finish)

    def settle(self, now: float, stations: Sequence[Station]) -> None:
        """Hand on what has ended from lane to lane, as far as there is room.

        Each lane does all that it can before the next one does anything: one thread of a worker
        runs the operators of all its tasks.

        Source: intermediate_op.rs and run.rs (`get_global_runtime`), Daft 0.7.24.
        """
        first = stations[0]
        if first.senders:
            first.send(_SOURCE_ROOM)
        if len(stations) == 1:
            self.poll(now, first, 0, None)
            return
        moved = True
        while moved:
            moved = False
            for place, station in enumerate(stations):
                if station.done or station.inbox:
                    following = stations[place + 1] if place + 1 < len(stations) else None
                    moved |= self.poll(now, station, place, following)

    def poll(self, now: float, station: Station, place: int, following: Station | None) -> bool:
        """Let a lane hand on what has ended and take what has come, by turns; whether it did.

        Daft picks either at random. It takes nothing while it has no slot, or waits for room for
        the news that a task is over.

        Source: pipeline.rs (`next_event`), Daft 0.7.24.
        """
        moved = False
        done, inbox, slots = station.done, station.inbox, station.slots
        while done or (inbox and slots):
            if done:
                if following is not None and following.inbox:
                    break
                self.hand_on(now, station, place, following)
            if inbox and slots and not (done and done[0][1] is None):
                self.take_in(now, station, place)
            moved = True
        return moved

    def take_in(self, now: float, station: Station, place: int) -> None:
        """Take what came to a lane first."""
        self.add(now, station, *station.inbox.popleft())
        if not place and station.senders:
            station.send(_SOURCE_ROOM)

    def add(self, now: float, station: Station, share: Share, rows: float) -> None:
        """Give a task at a lane its next rows; none say that nothing more comes."""
        share.add(rows)
        if share.ready:
            station.enqueue(share)
            self.dispatch(now, station)
        elif share.over:
            self.close(now, station, share)

    def hand_on(self, now: float, station: Station, place: int, following: Station | None) -> None:
        """Pass on what a lane was done with first, and give its slot the next morsel."""
        share, slot, rows = station.done.popleft()
        if following is not None:
            following.inbox.append((share.task.shares[place + 1], rows))
        if slot is not None:
            station.free(slot)
            share.running -= 1
            if station.queue:
                self.dispatch(now, station)
            if not share.running and share.over:
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

    def dispatch(self, now: float, station: Station) -> None:
        """Give the free slots of a lane their morsels."""
        queue, slots = station.queue, station.slots
        while queue and slots:
            share = queue[0]
            rows, times = share.take()
            if not share.ready:
                queue.popleft()
            self.start(now, station, share, rows, times)

    def start(self, now: float, station: Station, share: Share, rows: float, times: int) -> None:
        """Give a free slot of a lane a morsel of so many rows, or what stands for several."""
        actors, costs, weight = station.actors, self.costs, share.task.weight
        morsels = times * weight
        share.running += 1
        slot = station.slots.pop() if self.is_stacked else station.pick()
        actor = actors.first_free(station.local) if actors.shares_threads else slot[1]
        ready = now
        if costs.dispatch_seconds:
            turn = station.turn
            ready = (now if turn.free_at < now else turn.free_at) + costs.dispatch_seconds
            turn.free_at = ready + costs.dispatch_seconds * (morsels - 1)
        handover = costs.handover_seconds
        if self.jitters:
            handover = self.about(handover)
        start = actors.free_at[actor] + handover
        if start < ready:
            start = ready
        between = handover * (morsels - 1)
        core = None
        if self.cores:
            core = min(range(len(self.cores)), key=self.cores.__getitem__)
            start = max(start, self.cores[core])
            if not actors.morsels[actor]:
                start += self.costs.process_seconds
        end = actors.work(actor, rows * weight, morsels, start, between)
        if core is not None:
            self.cores[core] = end
        if self.late_notices:
            self.late_notices -= 1
            end += self.about(costs.handover_seconds)
        self.push(end, self.ended, (station, share, slot, rows))

    def ended(self, now: float, morsel: tuple[Station, Share, tuple[int, int], float]) -> None:
        """A morsel has ended. Where nothing comes after its lane, it is handed on at once."""
        station, share, slot, rows = morsel
        if self.is_plain:
            station.slots.append(slot)
            share.running -= 1
            if station.queue:
                self.dispatch(now, station)
            if not share.running and share.over:
                self.end(now, share.task)
            # Its inbox is as full as it can be: tasks sent when they came and when it took a piece.
            if station.inbox and station.slots:
                self.poll(now, station, 0, None)
        else:
            station.end(share, slot, rows)
            self.settle(now, share.task.chain.stations)


def _at_once(stages: Sequence[Stage], machine: Machine) -> int:
    """The most tasks with a morsel under way at a time."""
    slots = machine.dispatch.slots
    totals = [(stage.actors, sum(stage.actors)) for stage in stages]
    each = (
        max((actors[worker] or total for actors, total in totals), default=1)
        for worker in range(len(machine.cpus))
    )
    return sum(min(cpus, slots * local) for cpus, local in zip(machine.cpus, each, strict=True))


def _share_threads(stages: Sequence[Actors]) -> None:
    """UDFs in tasks use the same threads, those of their worker.

    Source: udf.rs (`execute` blocks a thread of the compute runtime, one for each process), Daft
    0.7.24.
    """
    groups: dict[tuple[int, ...], list[Actors]] = {}
    for actors in stages:
        if actors.in_task:
            groups.setdefault(tuple(actors.workers), []).append(actors)
    for alike in groups.values():
        for actors in alike[1:]:
            actors.share_threads(alike[0])


def _same_numbers() -> Random:
    """Numbers that only look random: the same each time."""
    from random import Random

    return Random(_SEED)
