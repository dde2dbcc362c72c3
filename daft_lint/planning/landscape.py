"""Utilisation over partitions and batch sizes: what a picture of a plan shows."""

from __future__ import annotations

import math

from daft_lint.planning.planner import PlannedPool, Question
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.forecast import Forecast
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.least_times import least_seconds
from daft_lint.scheduling.simulation.one_pool import simulate
from daft_lint.scheduling.tuning.changed_loads import TunedPool, load_with, tuned_pool
from daft_lint.scheduling.tuning.terms import Numbers

_COLUMNS = 28
_LINES = 20
_MOST_PARTITIONS = 50_000
_MOST_EVENTS = 800
"""Runs of more events than that, some 10 ms, are made shorter."""

_EVENTS_OF_TASK = 3


@dataclass(frozen=True, slots=True)
class Point:
    """The partitions that reach a pool, the most rows of a morsel, and what these bring."""

    partitions: int
    batch_size: int
    utilisation: float


@dataclass(frozen=True, slots=True)
class Landscape:
    """Utilisation (0 to 1) for each batch size and each number of partitions, both rising.

    `now` and `advised` are where the pool stands; `advised` is None where nothing better is known.
    """

    partitions: tuple[int, ...]
    batch_sizes: tuple[int, ...]
    utilisation: tuple[tuple[float, ...], ...]
    now: Point
    advised: Point | None


def landscape(planned: PlannedPool, question: Question) -> Landscape | None:
    """What other partitions and batch sizes would bring, with the advised concurrency if any.

    From few partitions to so many, and from small batches to so large ones, that actors idle for
    it. None where too little is known to simulate.
    """
    tuned = tuned_pool(planned.pool, question.constraints)
    if tuned is None:
        return None
    tuning, costs = planned.tuning, question.costs_of(planned.pool)
    shape, advised = tuned.numbers, None
    if tuning is not None and tuning.steps:
        shape = replace(shape, concurrency=tuning.advised_numbers.concurrency)
        advised = _point(tuned, tuning.advised_numbers, planned.advised or tuning.advised)
    now = _point(tuned, tuned.numbers, planned.now)
    marked = [now] if advised is None else [now, advised]
    partitions = _partitions(tuned, marked)
    batch_sizes = _batch_sizes(tuned, marked)
    columns = [
        _column(tuned, load_with(tuned, _numbers(tuned, shape, count)), shape, batch_sizes, costs)
        for count in partitions
    ]
    return Landscape(partitions, batch_sizes, tuple(zip(*columns, strict=True)), now, advised)


def _point(tuned: TunedPool, numbers: Numbers, forecast: Forecast) -> Point:
    sizes = load_with(tuned, numbers).sizes or (tuned.rows,)
    batch_size = numbers.batch_size or min(tuned.present_morsel, max(sizes))
    middle = (forecast.utilisation.low + forecast.utilisation.high) / 2
    return Point(len(sizes), min(batch_size, tuned.rows), middle)


def _partitions(tuned: TunedPool, marked: list[Point]) -> tuple[int, ...]:
    counts = [point.partitions for point in marked]
    most = max(4 * tuned.workers, *(8 * count for count in counts))
    most = min(tuned.rows, max(_MOST_PARTITIONS, *counts), most)
    return _scale(min(tuned.workers / 4, *counts), most, _COLUMNS, counts)


def _batch_sizes(tuned: TunedPool, marked: list[Point]) -> tuple[int, ...]:
    sizes = [point.batch_size for point in marked]
    most = max(4 * tuned.rows / tuned.numbers.concurrency, *(2 * size for size in sizes))
    return _scale(min(size / 16 for size in sizes), min(tuned.rows, most), _LINES, sizes)


def _scale(least: float, most: float, steps: int, marked: list[int]) -> tuple[int, ...]:
    """Whole numbers at equal ratios, as far as whole ones can be, and the marked ones."""
    low = max(1.0, least)
    ratio = (max(low + 1, most) / low) ** (1 / (steps - 1))
    near = math.sqrt(ratio)
    scale = {round(low * ratio**step) for step in range(steps)}
    apart = {
        value for value in scale if all(max(value / mark, mark / value) >= near for mark in marked)
    }
    return tuple(sorted(apart | set(marked)))


def _numbers(tuned: TunedPool, shape: Numbers, partitions: int) -> Numbers:
    if shape.into_batches is not None:
        return replace(shape, into_batches=math.ceil(tuned.rows / partitions))
    return replace(shape, partitions=partitions)


def _column(
    tuned: TunedPool, load: Load, shape: Numbers, batch_sizes: tuple[int, ...], costs: Costs
) -> tuple[float, ...]:
    """What comes of each batch size when the tasks are those of a load."""
    sizes = tuple(load.sizes or ())
    share = sum(tuned.on_workers(shape.concurrency)) / shape.concurrency
    fullest = 0
    if tuned.cpus is None or len(sizes) <= tuned.cpus * tuned.workers:
        # All tasks are handed out at once.
        fullest = max(sum(sizes[worker :: tuned.workers]) for worker in range(tuned.workers))
    return tuple(
        share * _utilisation(tuned, sizes, fullest, shape.concurrency, size, costs)
        for size in batch_sizes
    )


def _utilisation(
    tuned: TunedPool,
    sizes: tuple[int, ...],
    fullest: int,
    concurrency: int,
    batch_size: int,
    costs: Costs,
) -> float:
    """What the model says of a run, made shorter where it has many morsels.

    `fullest` are the rows of the worker with the most. Nothing beats the bound, which holds all
    that the driver does. Many tasks even out, so that it is close to what comes of them.
    """
    figures, dispatch = tuned.figures(sizes, batch_size, concurrency), tuned.pool.dispatch
    local, events = figures.local, _EVENTS_OF_TASK * figures.tasks
    busy = costs.of(figures.rows, figures.morsels)
    least = max(costs.of(fullest, fullest // batch_size) / local, least_seconds(figures, costs))
    best = min(1.0, busy / (figures.actors * least))
    if events > _MOST_EVENTS / 2:
        return best
    times = max(1, (figures.morsels + events) // _MOST_EVENTS)
    # What a long task loses in its last round is next to nothing: a shorter one has whole rounds.
    a_round = local * batch_size if times > 1 else 1
    shorter = [
        max(1, round(rows / times / a_round)) * a_round
        if rows > 4 * a_round
        else rows // times or 1
        for rows in sizes
    ]
    costs = costs.scaled(task=1 / times)
    # Nothing decides whether the workers with an actor more get the tasks that are left over.
    placed = tuned.on_workers(concurrency)
    runs = [
        simulate(shorter, each, batch_size, tuned.machine_cpus, dispatch=dispatch, costs=costs)
        for each in sorted({placed, placed[::-1]})
    ]
    return min(best, sum(run.utilisation for run in runs) / len(runs))
