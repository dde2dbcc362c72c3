"""The search for the number of an unknown from which, or up to which, something is sure."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum

from daft_lint.plan.quantity import Quantity, between
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.sizes import filled_kinds
from daft_lint.scheduling.prediction.bounds import Load, bounds
from daft_lint.scheduling.prediction.growth import Growth
from daft_lint.scheduling.prediction.guarantees import least_utilisation, work_of

WELL_USED_FROM = 0.9
"""A pool with this utilisation or more is well used."""

_FARTHEST = 10**12
_MOST_STEPS = 512
_MOST_WORKERS = 256
_MOST_WORKERS_AT_ONCE = 64


class Factor(Enum):
    """A number that may be unknown.

    Rows are those of the source, kept ones those that its only filter leaves of them. Partitions
    are those with rows that reach the pool. CPUs are those of one worker.
    """

    WORKERS = "workers"
    ROWS = "rows"
    PARTITIONS = "partitions"
    BATCH_SIZE = "batch_size"
    CPUS = "cpus"
    CONCURRENCY = "concurrency"
    KEPT = "kept"


class Property(Enum):
    """What may surely hold of a pool: some actor idles, none does, it is well used."""

    ACTORS_IDLE = "actors idle"
    NO_ACTOR_IDLES = "no actor idles"
    WELL_USED = "well used"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One unknown number, `known` as far as it is, and what is sure of a pool inside a range of it.

    `moved` puts a range of it into the load; of rows, `growth` tells how tasks grow with them. Up
    to the number `end` the pool is the same matter. `stepwise`, a range is looked at number by
    number, from its start. All of it holds whatever the other unknown numbers are.
    """

    factor: Factor
    known: Quantity
    moved: Callable[[Quantity], Load]
    growth: Growth | None = None
    end: float = math.inf
    stepwise: bool = False

    def least_idle(self, low: float, high: float) -> float:
        """Actors that surely idle, for every number from `low` to `high`."""
        return bounds(self.moved(between(low, high))).idle.low

    def most_idle(self, low: float, high: float) -> float:
        """The most actors that may idle."""
        if low < high and self._is_too_wide(_MOST_WORKERS):
            return math.inf
        load = self.moved(between(low, high))
        workers = load.workers
        if workers.high - workers.low >= _MOST_WORKERS:
            return bounds(load).idle.high
        starts = range(int(workers.low), int(workers.high) + 1, _MOST_WORKERS_AT_ONCE)
        ends = (min(workers.high, start + _MOST_WORKERS_AT_ONCE - 1) for start in starts)
        loads = (replace(load, workers=between(*pair)) for pair in zip(starts, ends, strict=True))
        return max(bounds(each).idle.high for each in loads)

    def utilisation(self, low: float, high: float) -> float:
        """A utilisation that is surely reached; 0 where nothing is sure.

        What is reached with some rows is reached with more.
        """
        if low < high and self._is_too_wide(_MOST_WORKERS_AT_ONCE):
            return 0.0
        load = self.moved(between(low, high))
        if self.growth is not None:
            work = self.growth.work(int(low))
            return least_utilisation(work, load) if work.least else 0.0
        kinds = filled_kinds(load.sizes)
        return least_utilisation(work_of(kinds), load) if kinds else 0.0

    def _is_too_wide(self, most: int) -> bool:
        """Whether there are too many numbers of workers, so that only some of them can be judged.

        Those would seem to be where things turn.
        """
        workers = min(self.known.high, self.end) - self.known.low
        return self.factor is Factor.WORKERS and workers >= most


@dataclass(frozen=True, slots=True)
class Side:
    """The numbers from `low` to `high`, with a property that holds for each.

    `high` is infinite when nothing ends it. At least `least_idle` actors idle for each of them.
    """

    low: int
    high: float
    least_idle: int


def from_a_number_on(axis: Axis, wanted: Property) -> Side | None:
    """The numbers from the smallest on for which the property is sure, to the last possible one.

    None when it is sure of no number, or of all.
    """
    for high in dict.fromkeys((axis.known.high, min(axis.known.high, axis.end))):
        last = min(high, _FARTHEST)
        if last > axis.known.low and _sure(axis, wanted, last, high):
            return _from_there_on(axis, wanted, int(last), high)
    return None


def _from_there_on(axis: Axis, wanted: Property, last: int, high: float) -> Side | None:
    first = math.ceil(axis.known.low)
    if _sure(axis, wanted, first, high):
        return None
    low = _turn(lambda number: _sure(axis, wanted, number, high), first, last)
    if low == axis.end < axis.known.high:
        # What holds only for the last number before the pool is another matter is chance.
        return None
    return Side(low, high, int(axis.least_idle(low, high)))


def up_to_a_number(axis: Axis, wanted: Property) -> Side | None:
    """The numbers up to the largest for which the property is sure, from the first possible one.

    None when it is sure of no number, or of all, or when no end is found.
    """
    first, last = max(1, math.ceil(axis.known.low)), min(axis.known.high, _FARTHEST)
    if not _sure(axis, wanted, first, first) or _sure(axis, wanted, first, last):
        return None
    high = _turn(lambda number: not _sure(axis, wanted, first, number), first, int(last)) - 1
    least_idle = axis.least_idle(first, high)
    for number in range(high + 1, high + 1 + _MOST_STEPS):
        if not (axis.stepwise and _sure(axis, wanted, number, number)):
            return Side(first, number - 1, int(least_idle)) if number <= last else None
        least_idle = min(least_idle, axis.least_idle(number, number))
    return None


def _sure(axis: Axis, wanted: Property, low: float, high: float) -> bool:
    """Whether a property holds for every number from `low` to `high`."""
    if wanted is Property.ACTORS_IDLE:
        return axis.least_idle(low, high) >= 1
    if wanted is Property.NO_ACTOR_IDLES:
        return axis.most_idle(low, high) < 1
    return axis.utilisation(low, high) >= WELL_USED_FROM


def _turn(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Where something starts to hold that holds at `high` but not at `low`."""
    step = 1
    while low + step < high and not holds(low + step):
        low += step
        step *= 2
    high = min(high, low + step)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
