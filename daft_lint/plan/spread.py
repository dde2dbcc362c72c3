"""The spread of a number over several runs."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from daft_lint.plan.quantity import Origin, Quantity, between
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the median and the most of what several runs showed."""

    low: float
    middle: float
    high: float

    def quantity(self, origin: Origin) -> Quantity:
        """A number between the least and the most that the runs showed."""
        return between(self.low, self.high, origin)

    def counted(self, noun: str) -> str:
        """As a count in words: `1 row`, `8 to 12 rows`."""
        low, high = f"{self.low:,.0f}", f"{self.high:,.0f}"
        number = low if low == high else f"{low} to {high}"
        return f"{number} {noun}{'' if high == '1' else 's'}"


def spread_of(seen: Iterable[float]) -> Spread | None:
    """The spread of what was seen; None where nothing was."""
    numbers = sorted(seen)
    return Spread(numbers[0], median(numbers), numbers[-1]) if numbers else None
