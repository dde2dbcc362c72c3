"""The axis of one unknown number, and what is sure of a pool along it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum

from daft_lint.plan.quantity import Quantity, between
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.sizes import filled_kinds
from daft_lint.scheduling.prediction.bounds import Load, bounds
from daft_lint.scheduling.prediction.growth import Growth
from daft_lint.scheduling.prediction.guarantees import least_utilisation, work_of

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis(ABC):
    """One unknown number, `known` as far as it is, and what is sure of a pool inside a range of it.

    Up to the number `end` the pool is the same matter. `stepwise`, a range is looked at number by
    number, from its start. All of it holds whatever the other unknown numbers are.
    """

    factor: Factor
    known: Quantity
    end: float = math.inf
    stepwise: bool = False

    @abstractmethod
    def least_idle(self, low: float, high: float) -> float:
        """Actors that surely idle, for every number from `low` to `high`."""

    @abstractmethod
    def most_idle(self, low: float, high: float) -> float:
        """The most actors that may idle."""

    @abstractmethod
    def utilisation(self, low: float, high: float) -> float:
        """A utilisation that is surely reached; 0 where nothing is sure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadAxis(Axis):
    """A number of the load itself; `moved` puts a range of it in."""

    moved: Callable[[Quantity], Load]

    def least_idle(self, low: float, high: float) -> float:
        """See `Axis`."""
        return bounds(self.moved(between(low, high))).idle.low

    def most_idle(self, low: float, high: float) -> float:
        """See `Axis`."""
        if low < high and self._is_too_wide(_MOST_WORKERS):
            return math.inf
        return most_idle(self.moved(between(low, high)))

    def utilisation(self, low: float, high: float) -> float:
        """See `Axis`."""
        if low < high and self._is_too_wide(_MOST_WORKERS_AT_ONCE):
            return 0.0
        load = self.moved(between(low, high))
        kinds = filled_kinds(load.sizes)
        return least_utilisation(work_of(kinds), load) if kinds else 0.0

    def _is_too_wide(self, most: int) -> bool:
        """Whether there are too many numbers of workers, so that only some of them can be judged.

        Those would seem to be where things turn.
        """
        return (
            self.factor is Factor.WORKERS
            and min(self.known.high, self.end) - self.known.low >= most
        )


def most_idle(load: Load) -> float:
    """The most actors that may idle, over all numbers of workers."""
    workers = load.workers
    if workers.high - workers.low < _MOST_WORKERS:
        starts = range(int(workers.low), int(workers.high) + 1, _MOST_WORKERS_AT_ONCE)
        ends = (min(workers.high, start + _MOST_WORKERS_AT_ONCE - 1) for start in starts)
        loads = (replace(load, workers=between(*pair)) for pair in zip(starts, ends, strict=True))
        return max(bounds(each_load).idle.high for each_load in loads)
    return bounds(load).idle.high


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsAxis(Axis):
    """The rows of the source or behind a filter, which all reach the pool in tasks that grow so."""

    load: Load
    growth: Growth

    def least_idle(self, low: float, high: float) -> float:
        """See `Axis`. That more rows idle an actor is never sure."""
        if math.isinf(high):
            return 0
        tasks = between(1, max(1, min(self.growth.work(int(high)).most_tasks, high)))
        return bounds(replace(self.load, rows=between(low, high), tasks=tasks, sizes=None)).idle.low

    def most_idle(self, low: float, high: float) -> float:
        """See `Axis`."""
        tasks = between(self.growth.filled(int(low)), math.inf)
        # Of known sizes, the smallest alone decides how many actors idle at the most.
        smallest = max(1, math.ceil(self.growth.work(int(low)).least))
        load = replace(self.load, rows=between(low, high), tasks=tasks, sizes=(smallest,))
        return most_idle(load)

    def utilisation(self, low: float, high: float) -> float:
        """See `Axis`. What is reached with some rows is reached with more."""
        work = self.growth.work(int(low))
        return least_utilisation(work, self.load) if work.least else 0.0
