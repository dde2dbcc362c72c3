"""Utilisation over partitions and batch sizes: what a picture of a plan shows."""

from __future__ import annotations

import math

from daft_lint.plan.quantity import exactly
from daft_lint.planning.planner import PlannedPool, Question
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.outcome import Outcome
from daft_lint.scheduling.simulation.costs import Costs
from daft_lint.scheduling.simulation.least_times import least_seconds
from daft_lint.scheduling.tuning.changed_loads import TunedPool, load_with, tuned_pool
from daft_lint.scheduling.tuning.terms import Numbers
from daft_lint.scheduling.tuning.trials import FIRST_RUNS, as_simulated

_COLUMNS = 28
_LINES = 20
_MOST_PARTITIONS = 50_000
_MOST_EVENTS = 800
"""About so many events of a run are followed, some 10 ms."""

_MOST_TASKS = 130
"""More tasks are bounded, not simulated."""


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
    loads = [load_with(tuned, _numbers(tuned, shape, count)) for count in partitions]
    lines = [
        tuple(_utilisation(tuned, load, size, shape, costs) for load in loads)
        for size in batch_sizes
    ]
    return Landscape(partitions, batch_sizes, tuple(lines), now, advised)


def _point(tuned: TunedPool, numbers: Numbers, forecast: Outcome) -> Point:
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


def _utilisation(
    tuned: TunedPool, load: Load, batch_size: int, shape: Numbers, costs: Costs
) -> float:
    """What a run or two of the model say of tasks in such batches.

    Nothing beats the bound, which holds all that the driver does. Many tasks even out, so that it
    is close to what comes of them.
    """
    load = as_simulated(replace(load, batch_size=exactly(batch_size)))
    figures = tuned.figures(load.sizes or (tuned.rows,), batch_size, shape.concurrency)
    busy = costs.of(figures.rows, figures.morsels)
    used = min(1.0, busy / (figures.actors * least_seconds(figures, costs)))
    if figures.tasks <= _MOST_TASKS:
        runs = 1 if tuned.is_even(shape) else FIRST_RUNS
        found = distribution(load, costs, runs=runs, most_events=_MOST_EVENTS)
        used = used if found is None else min(used, found.mean_utilisation)
    return used * figures.actors / shape.concurrency
