"""Compares a recorded run with what the model expects of its shape."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from random_shapes import sizes_are_random
from recording import Recorded

from daft_lint.scheduling.prediction.outcome import Distribution
from daft_lint.verification.expectations import costs_of, outcomes
from daft_lint.verification.observation import Trial
from daft_lint.verification.replay_shapes import NotReplayableError
from daft_lint.verification.shape import Shape

INSIDE = 0.97
WIDTH = 0.5
ALIKE = 0.85
PUNCTUAL = 0.90

NEAR = 0.10
"""Up to such a difference of utilisation two runs count as about the same."""

LATE = 0.15
"""By which share of the expected makespan a run may be shorter or longer."""

_SLACK = 0.5
"""Expected rows may be means, observed ones are whole numbers."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the model expects of the watched pool of a shape.

    Nine runs of ten have from `idle_low` to `idle_high` idle actors. `rows` are those of each
    actor, the fewest first. `makespan` is in seconds, from the start of the pool's first morsel to
    the end of its last; nine runs of ten take from `makespan_low` to `makespan_high`. `utilisation`
    is the typical one, from 0 to 1. Such a share of the runs of the model, `odds`, takes about as
    long as the makespan.
    """

    idle_low: int
    idle_high: int
    rows: tuple[float, ...]
    makespan: float
    makespan_low: float
    makespan_high: float
    utilisation: float
    odds: float = 1.0


def expected(shape: Shape, daft_version: tuple[int, ...] = (0, 7)) -> Expected:
    """What the model expects of a shape.

    Raises:
        ValueError: when the model can't tell.
    """
    try:
        found = outcomes(shape, daft_version, costs_of(shape))
    except NotReplayableError as error:
        raise ValueError(str(error)) from None
    return Expected(
        int(found.idle.low),
        int(found.idle.high),
        _rows(found),
        makespan(found),
        found.makespan.low,
        found.makespan.high,
        typical(found),
        fmean(abs(span / makespan(found) - 1) <= LATE for span in found.times.spans),
    )


def _rows(found: Distribution) -> tuple[float, ...]:
    return tuple(sorted(actor.rows for actor in found.occupancy.actors))


def makespan(found: Distribution) -> float:
    """The makespan, in seconds, that as many runs as possible are within 15 % of."""
    spans = found.times.spans
    alike = _most_within(spans, lambda low: low * (1 + LATE) / (1 - LATE))
    return min(max(fmean(alike), alike[-1] / (1 + LATE)), alike[0] / (1 - LATE))


def typical(found: Distribution) -> float:
    """The mean utilisation of those runs that are most alike, within 0.10 of the middle.

    All actors of a run together work as long as those of another one.
    """
    spans = found.times.spans
    busy = found.mean_utilisation / fmean(1 / span for span in spans)
    return fmean(_most_within([busy / span for span in spans], lambda low: low + 2 * NEAR))


def _most_within(numbers: Iterable[float], up_to: Callable[[float], float]) -> Sequence[float]:
    """As many of the numbers as a range can hold that goes so far from its start."""
    ordered = sorted(numbers)
    ranges = (
        ordered[start : bisect_right(ordered, up_to(low))] for start, low in enumerate(ordered)
    )
    return max(ranges, key=len)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A run, and what was expected of it.

    In a chain all of it is about the watched pool: its makespan is that of its own morsels, which
    is what the model tells of a pool, and what can be seen where the other UDF has no actors.
    """

    run: Recorded
    expected: Expected
    observed: Trial

    @property
    def shape(self) -> Shape:
        """What ran."""
        return self.run.shape

    @property
    def inside(self) -> bool:
        """Whether as many actors idled as predicted."""
        return self.expected.idle_low <= self.observed.idle <= self.expected.idle_high

    @property
    def width(self) -> int:
        """How far apart the ends of the predicted interval are, in actors."""
        return self.expected.idle_high - self.expected.idle_low

    @property
    def rows(self) -> tuple[float, ...]:
        """Rows of each actor that the pool asked for, the fewest first."""
        seen = [actor.rows for actor in self.observed.occupancy.actors]
        return tuple(sorted([*seen, *[0] * (self.observed.asked - len(seen))]))

    @property
    def alike(self) -> bool | None:
        """Whether no actor had a morsel more or less than expected.

        The actors are compared by rank. A morsel has as many rows as the largest of the run, which
        is `batch_size` or less. None: chance decides the sizes of the tasks.
        """
        if sizes_are_random(self.shape):
            return None
        morsel = max(each_morsel.rows for each_morsel in self.observed.morsels)
        if len(self.rows) != len(self.expected.rows):
            return False
        pairs = zip(self.rows, self.expected.rows, strict=True)
        return all(abs(seen - wanted) <= morsel + _SLACK for seen, wanted in pairs)

    @property
    def late(self) -> float:
        """The observed makespan over the expected one, minus 1."""
        return self.observed.makespan / self.expected.makespan - 1

    @property
    def punctual(self) -> bool:
        """Whether the makespan is about as expected."""
        return abs(self.late) <= LATE

    @property
    def ranged(self) -> bool:
        """Whether the makespan lies in the range that should hold nine runs of ten."""
        low, high = self.expected.makespan_low, self.expected.makespan_high
        return low <= self.observed.makespan <= high

    @property
    def used(self) -> bool:
        """Whether about as much of the pool was used as in a typical run."""
        return abs(self.observed.utilisation - self.expected.utilisation) <= NEAR

    @property
    def missed(self) -> tuple[str, ...]:
        """What was not as expected."""
        hits = {"idle": self.inside, "rows": self.alike, "makespan": self.punctual}
        return tuple(what for what, hit in hits.items() if hit is False)


@dataclass(frozen=True, slots=True)
class Score:
    """How often predictions came true; `width` is a mean, in actors.

    Rows were compared for so many of the shapes. `odds` is the share of makespans that a model
    which is right about all but chance gets right on average.
    """

    shapes: int
    inside: int
    width: float
    compared: int
    alike: int
    punctual: int
    ranged: int = 0
    used: int = 0
    odds: float = 1.0

    @property
    def good(self) -> bool:
        """Whether every target is met."""
        return (
            self.shapes > 0
            and self.inside >= INSIDE * self.shapes
            and self.width <= WIDTH
            and self.alike >= ALIKE * self.compared
            and self.punctual >= PUNCTUAL * self.shapes
        )


def score(outcomes: Iterable[Outcome]) -> Score:
    """The score of some runs."""
    all_of_them: Sequence[Outcome] = tuple(outcomes)
    alike = [outcome.alike for outcome in all_of_them]
    return Score(
        len(all_of_them),
        sum(outcome.inside for outcome in all_of_them),
        sum(outcome.width for outcome in all_of_them) / max(1, len(all_of_them)),
        sum(is_alike is not None for is_alike in alike),
        sum(is_alike is True for is_alike in alike),
        sum(outcome.punctual for outcome in all_of_them),
        sum(outcome.ranged for outcome in all_of_them),
        sum(outcome.used for outcome in all_of_them),
        sum(outcome.expected.odds for outcome in all_of_them) / max(1, len(all_of_them)),
    )
