"""Numbers that the analysis knows, bounds or does not know, and where each came from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from enum import Enum
from functools import reduce

from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace


class OriginKind(Enum):
    """What kind of place a number was read from."""

    LITERAL = "literal"
    CONSTANT = "constant"
    ENGINE = "engine"
    CONFIGURATION = "configuration"
    METADATA = "metadata"
    HINT = "hint"
    RECORDED = "recorded"
    ASSUMPTION = "assumption"
    DEFAULT = "default"
    GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Origin:
    """The place that a number came from.

    `text` is what a person reads: `BATCH = 64`, `[tool.daft-lint.cluster] workers`,
    `daft.from_pydict makes one partition`.
    """

    kind: OriginKind
    text: str
    span: Span | None = None

    def __hash__(self) -> int:
        """The hash of the text, which Python caches, and of where it begins: few share both."""
        span = self.span
        return hash(self.text) if span is None else hash((self.text, span.line, span.column))


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number between `low` and `high`, both included, with the places it came from.

    `low == high` is a known number. `high` is `math.inf` where nothing bounds it.
    Arithmetic is interval arithmetic over non-negative numbers and keeps every origin.
    """

    low: float
    high: float
    origins: tuple[Origin, ...] = ()

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"a quantity needs low <= high, got {self.low} and {self.high}")

    @property
    def known(self) -> bool:
        """Whether it is one finite number."""
        return self.low == self.high and math.isfinite(self.low)

    @property
    def value(self) -> float:
        """The number itself.

        Raises:
            ValueError: when it is not known.
        """
        if not self.known:
            raise ValueError(f"{self} is not one known number")
        return self.low

    @property
    def count(self) -> int:
        """The number itself, as a whole number of rows, partitions, workers or actors.

        Raises:
            ValueError: when it is not known.
        """
        return int(self.value)

    def hull(self, other: Quantity) -> Quantity:
        """The smallest range that holds both: what a value is after a branch."""
        return Quantity(min(self.low, other.low), max(self.high, other.high), _merged(self, other))

    def __add__(self, other: Quantity) -> Quantity:
        return Quantity(self.low + other.low, self.high + other.high, _merged(self, other))

    def __mul__(self, other: Quantity) -> Quantity:
        return Quantity(
            _times(self.low, other.low), _times(self.high, other.high), _merged(self, other)
        )

    def at_most(self, other: Quantity) -> Quantity:
        """The smaller of the two."""
        return Quantity(min(self.low, other.low), min(self.high, other.high), _merged(self, other))

    def at_least(self, other: Quantity) -> Quantity:
        """The larger of the two."""
        return Quantity(max(self.low, other.low), max(self.high, other.high), _merged(self, other))

    def over(self, divisor: Quantity) -> Quantity:
        """The quotient, rounded up to a whole number. A divisor of zero counts as one."""
        return Quantity(
            _ceil(self.low / max(divisor.high, 1)),
            _ceil(self.high / max(divisor.low, 1)) if math.isfinite(self.high) else math.inf,
            _merged(self, divisor),
        )

    def mapped(self, function: Callable[[float], float]) -> Quantity:
        """Both bounds through a function that never falls as its argument grows."""
        return replace(self, low=function(self.low), high=function(self.high))

    @property
    def bare(self) -> Quantity:
        """The number alone."""
        return Quantity(self.low, self.high) if self.origins else self

    def from_place(self, origin: Origin) -> Quantity:
        """The same number, said to come from `origin` alone."""
        return replace(self, origins=(origin,))

    def __str__(self) -> str:
        if self.known:
            return f"{self.low:,.10g}"
        if self.low <= 0 and math.isinf(self.high):
            return "unknown"
        if math.isinf(self.high):
            return f"{self.low:,.10g} or more"
        return f"{self.low:,.10g} to {self.high:,.10g}"


def exactly(number: float, *origins: Origin) -> Quantity:
    """A known number."""
    return Quantity(number, number, origins)


def between(low: float, high: float, *origins: Origin) -> Quantity:
    """A number with known bounds."""
    return Quantity(low, high, origins)


def unknown(*origins: Origin) -> Quantity:
    """Any number that isn't negative."""
    return Quantity(0, math.inf, origins)


def smallest(numbers: Iterable[Quantity | None]) -> Quantity | None:
    """The smallest of those that are given; None where none is."""
    given = [number for number in numbers if number is not None]
    return reduce(Quantity.at_most, given) if given else None


_MOST_ORIGINS = 64


def _merged(left: Quantity, right: Quantity) -> tuple[Origin, ...]:
    if left.origins is right.origins or not right.origins:
        return left.origins
    merged = tuple(dict.fromkeys(left.origins + right.origins))
    if len(merged) <= _MOST_ORIGINS:
        return merged
    # Of very many, one of each further kind tells how sure the number is.
    first, rest = merged[:_MOST_ORIGINS], merged[_MOST_ORIGINS:]
    kinds = {origin.kind for origin in first}
    return (*first, *{each.kind: each for each in rest if each.kind not in kinds}.values())


def _times(left: float, right: float) -> float:
    return 0 if left == 0 or right == 0 else left * right


def _ceil(number: float) -> float:
    return math.ceil(number) if math.isfinite(number) else number
