"""Runs too large to follow: a few parts of the cluster stand for all that are like them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daft_lint.scheduling.costs import Costs
from daft_lint.scheduling.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.lanes import DEFAULT_MORSEL_ROWS, Stage
from daft_lint.scheduling.occupancy import ActorUse, Occupancy

if TYPE_CHECKING:
    from random import Random

MOST_EVENTS = 50_000
"""Up to so many events, some 0.5 s, a run is followed as it is."""

_ROUNDS = 6
"""So many rounds of the slots are followed before the rest of a long task is passed over."""


def run_in_cells(
    task_rows: Sequence[int],
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
    are run once. When the tasks of a cell are still too many, a part of them stands for all. Where
    workers share actors, several morsels count as a larger one.

    The outcome is the same where workers and tasks are equal, each task finds a CPU at once and the
    driver costs nothing. Else it is close: the rows and the morsels are right in all. The makespan
    of 100,000 tasks on 1,000 workers is 0.2 % off; where a busy driver lets whole waves of tasks
    wait, it comes out up to 2 % short with 50,000 events and up to 15 % with 4,000.

    Raises:
        ValueError: when there is no actor.
    """
    if not sum(stage.actors):
        raise ValueError("a pool needs at least one actor")
    tasks = [rows for rows in task_rows if rows > 0]
    if _events(tasks, stage, machine, costs) <= most_events:
        return _run(tasks, stage, machine, costs, random)
    size = stage.batch_size or DEFAULT_MORSEL_ROWS
    if _cells_needed(tasks, stage, machine, costs, most_events) == 1:
        found = _run_part(tasks, stage, machine, costs, random, most_events)
    else:
        found = _joined(tasks, stage, machine, costs, random, most_events)
    return _corrected(found, sum(tasks), sum(-(-rows // size) for rows in tasks))


def _run(
    tasks: Sequence[int], stage: Stage, machine: Machine, costs: Costs, random: Random | None
) -> Occupancy:
    phase = Phase(([rows] for rows in tasks), (stage,))
    return run_phases([phase], machine, costs, random).phases[0][0]


def _run_part(
    tasks: Sequence[int],
    stage: Stage,
    machine: Machine,
    costs: Costs,
    random: Random | None,
    most_events: int,
) -> Occupancy:
    shared = not all(stage.actors) or not machine.dispatch.shared
    run = _run_coarsely if shared else _run_some
    return run(tasks, stage, machine, costs, random, most_events)


def _run_coarsely(
    tasks: Sequence[int],
    stage: Stage,
    machine: Machine,
    costs: Costs,
    random: Random | None,
    most_events: int,
) -> Occupancy:
    """Run tasks whose morsels are so large, and cost so much more, that there are few of them.

    Each task keeps a morsel for every slot it can use, if it has as many.
    """
    size = stage.batch_size or DEFAULT_MORSEL_ROWS
    local = max(stage.actors) if all(stage.actors) else sum(stage.actors)
    events = _events(tasks, stage, machine, costs)
    most = max(tasks) // (size * machine.dispatch.slots * local)
    times = max(1, min(-(-events // most_events), most))
    dearer = replace(
        costs,
        morsel_seconds=costs.morsel_seconds * times,
        handover_seconds=costs.handover_seconds * times,
        dispatch_seconds=costs.dispatch_seconds * times,
    )
    coarse = replace(stage, batch_size=size * times)
    return _run_some(tasks, coarse, machine, dearer, random, most_events)


def _run_some(
    tasks: Sequence[int],
    stage: Stage,
    machine: Machine,
    costs: Costs,
    random: Random | None,
    most_events: int,
) -> Occupancy:
    """Run all tasks or, when these are too many, a part of them twice: the second half repeats."""
    events = _events(tasks, stage, machine, costs)
    if events <= most_events:
        return _run(tasks, stage, machine, costs, random)
    turn = max(1, len(stage.actors) * max(min(machine.cpus), max(stage.actors)))
    some = max(2 * turn, len(tasks) * most_events // events // (2 * turn) * 2 * turn)
    rest = len(tasks) % some
    few, many = rest + some, rest + 2 * some
    if many >= len(tasks):
        return _run(tasks, stage, machine, costs, random)
    return _extended(
        _run(tasks[:few], stage, machine, costs, random),
        _run(tasks[:many], stage, machine, costs, random),
        (len(tasks) - few) // some,
    )


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
    given = told = 0
    for place in working:
        told += weights[place]
        upto = spare * told // whole
        shares[place] = 1 + upto - given
        given = upto
    return shares


def _cells_needed(
    tasks: Sequence[int], stage: Stage, machine: Machine, costs: Costs, most: int
) -> int:
    """So many that each takes at most `most` events, as long as all are alike."""
    followed = _events(tasks, stage, machine, costs)
    # Each cell needs a task, workers of every kind, and an actor at least.
    kinds = Counter(zip(machine.cpus, machine.gpus or machine.cpus, strict=True))
    cells = min(max(1, -(-followed // max(1, most))), len(tasks), *kinds.values())
    while not all(sum(stage.actors[cell::cells]) for cell in range(cells)):
        cells -= 1
    return cells


def _events(tasks: Sequence[int], stage: Stage, machine: Machine, costs: Costs) -> int:
    size = stage.batch_size or DEFAULT_MORSEL_ROWS
    alone = all(stage.actors) and machine.dispatch.shared
    passes_over = alone and not (costs.one_machine and costs.dispatch_seconds)
    slots = _ROUNDS * max(stage.actors) if passes_over else None
    per_size = Counter(tasks)
    morsels = ((-(-rows // size), count) for rows, count in per_size.items())
    return sum(count * (2 + (min(n, slots) if slots else n)) for n, count in morsels)


@dataclass(frozen=True, slots=True)
class _Cell:
    """The workers of a cell and the tasks that its workers would get in turn."""

    workers: tuple[int, ...]
    tasks: tuple[int, ...]


def _cells(tasks: Sequence[int], workers: int, cells: int) -> Iterator[_Cell]:
    """Worker n is in cell n modulo `cells`, and gets every task that is n modulo `workers`."""
    dealt: list[list[int]] = [[] for _ in range(cells)]
    for number, rows in enumerate(tasks):
        dealt[number % workers % cells].append(rows)
    for cell in range(cells):
        yield _Cell(tuple(range(cell, workers, cells)), tuple(dealt[cell]))


def _joined(
    tasks: Sequence[int],
    stage: Stage,
    machine: Machine,
    costs: Costs,
    random: Random | None,
    most_events: int,
) -> Occupancy:
    cells = _cells_needed(tasks, stage, machine, costs, most_events)
    found: dict[object, Occupancy] = {}
    uses: dict[int, list[ActorUse]] = {}
    span = 0.0
    for cell in _cells(tasks, len(stage.actors), cells):
        part = replace(stage, actors=tuple(stage.actors[worker] for worker in cell.workers))
        share = Machine(
            tuple(machine.cpus[worker] for worker in cell.workers),
            tuple(machine.gpus[worker] for worker in cell.workers) if machine.gpus else (),
            machine.dispatch,
        )
        others = len(tasks) / max(1, len(cell.tasks))
        slower = replace(
            costs,
            submit_seconds=costs.submit_seconds * others,
            finish_seconds=costs.finish_seconds * others,
        )
        # Cells of uneven tasks count as alike when they have as many of them.
        key = (part.actors, share.cpus, share.gpus, len(cell.tasks))
        if key not in found:
            found[key] = _run_part(cell.tasks, part, share, slower, random, most_events)
        span = max(span, found[key].span)
        for use in found[key].actors:
            worker = cell.workers[use.worker]
            uses.setdefault(worker, []).append(replace(use, worker=worker))
    return Occupancy(tuple(use for worker in sorted(uses) for use in uses[worker]), span)
