"""The search for the number of an unknown from which, or up to which, something is sure."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum

from daft_lint.records import dataclass
from daft_lint.scheduling.prediction.axes import Axis

WELL_USED_FROM = 0.9
"""A pool with this utilisation or more is well used."""

_FARTHEST = 10**12
_MOST_STEPS = 512


class Property(Enum):
    """What may surely hold of a pool: some actor idles, none does, it is well used."""

    ACTORS_IDLE = "actors idle"
    NO_ACTOR_IDLES = "no actor idles"
    WELL_USED = "well used"


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
