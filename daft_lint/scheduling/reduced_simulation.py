"""Reduced simulation of large runs: a few parts of the cluster stand for all like them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daft_lint.scheduling.costs import Costs
from daft_lint.scheduling.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.occupancy import ActorUse, Occupancy
from daft_lint.scheduling.stations import DEFAULT_MORSEL_ROWS, Stage

if TYPE_CHECKING:
    from random import Random

MOST_EVENTS = 50_000
"""Up to so many events, some 0.5 s, a run is followed as it is."""

_ROUNDS = 6
"""So many rounds of the slots are followed before the rest of a long task is passed over."""

_FINE = 1_000
_SEED = 13


def run_reduced(
    task_rows: Iterable[int],
    stage: Stage,
    machine: Machine,
    costs: Costs,
    random: Random | None = None,
    *,
    most_events: int = MOST_EVENTS,
) -> Occupancy:
    """Run tasks of so many rows through one pool.

    When that takes more than `most_events` events, the cluster is divided into cells: equal shares
    of its workers, each with its share of the tasks and of the driver's time. Cells that are alike
    are run once. Cells that differ in their actors are single workers, each of which gets tasks as
    fast as it works, once all have one for each CPU. When the tasks of a cell are still too many, a
    part of them stands for all. Where workers share actors, several morsels count as a larger one.

    The outcome is the same where workers and tasks are equal, each task finds a CPU at once and the
    driver costs nothing. Else it is an estimate: the rows and the morsels are right in all. In five
    runs that were also followed whole, the makespan was up to 2 % off with 50,000 events and up to
    18 % with 4,000: a busy driver lets whole waves of tasks wait, and workers may share actors.

    Raises:
        ValueError: when there is no actor.
    """
    if not sum(stage.actors):
        raise ValueError("a pool needs at least one actor")
    tasks = [rows for rows in task_rows if rows > 0]
    pool = _Pool(stage, machine, costs, random)
    if pool.events(tasks) <= most_events:
        return pool.run(tasks)
    cells = _cells_needed(tasks, pool, most_events)
    if pool.unlike_in(cells) and len(tasks) > sum(machine.cpus):
        found = _joined(_by_pace(tasks, pool, most_events), pool, most_events)
    elif cells > 1:
        found = _joined(_cells(tasks, len(machine.cpus), cells), pool, most_events)
    else:
        found = _run_part(tasks, pool, most_events)
    return _corrected(found, sum(tasks), sum(-(-rows // pool.size) for rows in tasks))


@dataclass(frozen=True, slots=True)
class _Pool:
    """A pool on a cluster, or on a part of it."""

    stage: Stage
    machine: Machine
    costs: Costs
    random: Random | None

    @property
    def size(self) -> int:
        """Rows of a morsel."""
        return self.stage.batch_size or DEFAULT_MORSEL_ROWS

    @property
    def apart(self) -> bool:
        """Whether no two tasks that don't share slots can share an actor."""
        return all(self.stage.actors) and self.machine.dispatch.shared

    def unlike_in(self, cells: int) -> bool:
        """Whether so many cells differ in their actors, each on a worker that has some."""
        actors, machine = self.stage.actors, self.machine
        equal = len(set(machine.cpus)) == 1 and len(set(machine.gpus)) <= 1
        kinds = {tuple(sorted(actors[cell::cells])) for cell in range(cells)}
        return equal and all(actors) and len(kinds) > 1

    def run(self, tasks: Sequence[int]) -> Occupancy:
        """Follow all tasks."""
        phase = Phase(([rows] for rows in tasks), (self.stage,))
        return run_phases([phase], self.machine, self.costs, self.random).phases[0][0]

    def events(self, tasks: Sequence[int]) -> int:
        """About how many events there are to follow."""
        passes_over = self.apart and not (self.costs.one_machine and self.costs.dispatch_seconds)
        most = _ROUNDS * max(self.stage.actors) if passes_over else None
        each = ((-(-rows // self.size), count) for rows, count in Counter(tasks).items())
        return sum(count * (2 + (min(n, most) if most else n)) for n, count in each)

    def part(self, workers: range, share: float) -> _Pool:
        """Some of the workers, with such a share of the driver's time."""
        machine = Machine(
            tuple(self.machine.cpus[worker] for worker in workers),
            tuple(self.machine.gpus[worker] for worker in workers) if self.machine.gpus else (),
            self.machine.dispatch,
        )
        costs = self.costs.with_share_of_driver(share)
        actors = tuple(self.stage.actors[worker] for worker in workers)
        return _Pool(replace(self.stage, actors=actors), machine, costs, self.random)

    def coarser(self, times: int) -> _Pool:
        """Morsels so many times as large, which cost so many times as much."""
        stage = replace(self.stage, batch_size=self.size * times)
        return _Pool(stage, self.machine, self.costs.scaled(morsel=times), self.random)


def _cells_needed(tasks: Sequence[int], pool: _Pool, most: int) -> int:
    """So many that each takes at most `most` events, as long as all are alike.

    Each cell needs a task, workers of every kind, and an actor at least.
    """
    machine, actors = pool.machine, pool.stage.actors
    kinds = Counter(zip(machine.cpus, machine.gpus or machine.cpus, strict=True))
    cells = min(max(1, -(-pool.events(tasks) // max(1, most))), len(tasks), *kinds.values())
    while not all(sum(actors[cell::cells]) for cell in range(cells)):
        cells -= 1
    return cells


def _joined(
    cells: Iterable[tuple[range, Sequence[int]]], pool: _Pool, most_events: int
) -> Occupancy:
    """The workers of all cells, each of which has its own tasks."""
    dealt = list(cells)
    count = sum(len(some) for _, some in dealt)
    found: dict[object, Occupancy] = {}
    uses: dict[int, list[ActorUse]] = {}
    span = 0.0
    for workers, some in dealt:
        part = pool.part(workers, len(some) / count)
        # Cells of uneven tasks count as alike when they have as many of them.
        key = (part.stage.actors, part.machine.cpus, part.machine.gpus, len(some))
        if key not in found:
            found[key] = _run_part(some, part, most_events)
        span = max(span, found[key].span)
        for use in found[key].actors:
            worker = workers[use.worker]
            uses.setdefault(worker, []).append(replace(use, worker=worker))
    return Occupancy(tuple(use for worker in sorted(uses) for use in uses[worker]), span)


def _cells(tasks: Sequence[int], workers: int, cells: int) -> Iterator[tuple[range, list[int]]]:
    """Worker n is in cell n modulo `cells`, and gets every task that is n modulo `workers`."""
    dealt: list[list[int]] = [[] for _ in range(cells)]
    for number, rows in enumerate(tasks):
        dealt[number % workers % cells].append(rows)
    for cell in range(cells):
        yield range(cell, workers, cells), dealt[cell]


def _by_pace(
    tasks: Sequence[int], pool: _Pool, most_events: int
) -> Iterator[tuple[range, Sequence[int]]]:
    """Each worker is a cell: it starts with a task for each CPU, and gets another when one ends.

    Measured on Daft 0.7.26 with 12 actors on 8 workers of 2 CPUs: 2,000 tasks ended on all of them
    within half a second of 48, at a utilisation of 0.97; 16 tasks at 0.64.
    """
    actors, each = pool.stage.actors, pool.machine.cpus[0]
    ordered = sorted(tasks)
    some = _fair_part(ordered, -(-len(tasks) // len(actors)))
    spans = {}
    for local in set(actors):
        place = actors.index(local)
        part = pool.part(range(place, place + 1), 1 / len(actors))
        spans[local] = _run_part(some, part, most_events).span or 1.0
    weights = [round(_FINE * max(spans.values()) / spans[local]) for local in actors]
    for worker, more in enumerate(_shared_out(len(tasks) - each * len(actors), weights)):
        yield range(worker, worker + 1), _fair_part(ordered, each + more)


def _fair_part(ordered: Sequence[int], count: int) -> list[int]:
    """So many tasks, small and large ones as they are among all, in an arbitrary fixed order."""
    from random import Random

    part = [ordered[(2 * place + 1) * len(ordered) // (2 * count)] for place in range(count)]
    return Random(_SEED).sample(part, count)


def _run_part(tasks: Sequence[int], pool: _Pool, most_events: int) -> Occupancy:
    """Run all tasks or, when these are too many, a part of them twice: the second half repeats."""
    if not pool.apart:
        pool = pool.coarser(_times_coarser(tasks, pool, most_events))
    events = pool.events(tasks)
    if events <= most_events:
        return pool.run(tasks)
    machine, actors = pool.machine, pool.stage.actors
    turn = max(1, len(actors) * max(min(machine.cpus), max(actors)))
    some = max(2 * turn, len(tasks) * most_events // events // (2 * turn) * 2 * turn)
    few = len(tasks) % some + some
    many = few + some
    if many >= len(tasks):
        return pool.run(tasks)
    times = (len(tasks) - few) // some
    return _extended(pool.run(tasks[:few]), pool.run(tasks[:many]), times)


def _times_coarser(tasks: Sequence[int], pool: _Pool, most_events: int) -> int:
    """How much larger morsels may be: each task keeps one for every slot, if it has as many."""
    actors = pool.stage.actors
    local = max(actors) if all(actors) else sum(actors)
    most = max(tasks) // (pool.size * pool.machine.dispatch.slots * local)
    return max(1, min(-(-pool.events(tasks) // most_events), most))


def _extended(few: Occupancy, many: Occupancy, times: int) -> Occupancy:
    """A run of few tasks and so many times what the run of many has beyond it."""
    uses = (
        ActorUse(
            first.worker,
            first.rows + times * max(0, last.rows - first.rows),
            first.morsels + times * max(0, last.morsels - first.morsels),
            first.busy_seconds + times * max(0.0, last.busy_seconds - first.busy_seconds),
        )
        for first, last in zip(few.actors, many.actors, strict=True)
    )
    return Occupancy(tuple(uses), few.span + times * max(0.0, many.span - few.span))


def _corrected(found: Occupancy, rows: int, morsels: int) -> Occupancy:
    """The same with as many rows and morsels as there are: a part only stands for the others."""
    counts = _shared_out(morsels, [use.morsels for use in found.actors])
    kept = sum(use.rows for use, count in zip(found.actors, counts, strict=True) if count)
    scale = rows / kept
    uses = tuple(
        ActorUse(use.worker, use.rows * scale, count, use.busy_seconds * scale)
        if count
        else ActorUse(use.worker, 0, 0, 0.0)
        for use, count in zip(found.actors, counts, strict=True)
    )
    return Occupancy(uses, max(found.span * scale, *(use.busy_seconds for use in uses)))


def _shared_out(total: int, weights: Sequence[int]) -> list[int]:
    """A number in whole shares by weight; whoever has weight gets one as long as there are any."""
    if total == sum(weights):
        return list(weights)
    shares = [0] * len(weights)
    order = sorted(range(len(weights)), key=lambda place: -weights[place])
    working = [place for place in order if weights[place]][:total]
    spare, whole = total - len(working), sum(weights[place] for place in working)
    given = counted = 0
    for place in working:
        counted += weights[place]
        upto = spare * counted // whole
        shares[place] = 1 + upto - given
        given = upto
    return shares
