"""The spread of a number over several runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from daft_lint.plan.quantity import Origin, Quantity, between


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the median and the most of what several runs showed."""

    low: float
    middle: float
    high: float

    def quantity(self, origin: Origin) -> Quantity:
        """What it is, as far as the runs tell: between the least and the most of them."""
        return between(self.low, self.high, origin)

    @property
    def counted(self) -> str:
        """As counts in words: `8`, `8 to 12`."""
        low, high = f"{self.low:,.0f}", f"{self.high:,.0f}"
        return low if low == high else f"{low} to {high}"


def spread_of(seen: Iterable[float]) -> Spread | None:
    """The spread of what was seen; None where nothing was."""
    numbers = sorted(seen)
    return Spread(numbers[0], median(numbers), numbers[-1]) if numbers else None
