"""The growth of a pool's tasks with the rows of the source."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from daft_lint.records import dataclass
from daft_lint.scheduling.partitions.partition_sampling import (
    Batched,
    Dealing,
    Gathered,
    Regrouped,
    Shuffled,
    Whole,
)
from daft_lint.scheduling.partitions.partitioning import enough_of_batch, even_sizes, random_sizes
from daft_lint.scheduling.partitions.sizes import Sizes, filled_kinds
from daft_lint.scheduling.prediction.guarantees import Work

_MANY_ROWS = 10**8
_NONE = Fraction(0)
_SURELY = 4.0
"""So many standard deviations from what is expected hardly any run is."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rows of one partition: `share` of all n, less or more than that by what is said.

    They are at most `below` fewer and at most `above` more than the share; beyond that, `root`
    times the square root of n either way. A piece of a partition that was cut is one of `cuts`
    pieces of `whole`.
    """

    share: Fraction
    below: Fraction = _NONE
    above: Fraction = _NONE
    root: float = 0.0
    cuts: int = 1
    whole: Part | None = None

    def least(self, rows: int) -> float:
        """It has no fewer rows; fractions of a row keep this from jumping back as rows grow."""
        return max(0, self.share * rows - self.below - self.root * math.sqrt(rows))

    def most(self, rows: int) -> float:
        """It has no more rows, and this share of the rows never grows."""
        return min(rows, self.share * rows + self.above + self.root * math.sqrt(rows))

    def filled(self, rows: int) -> Fraction:
        """The share of such partitions that have rows at the least."""
        if self.least(rows):
            return Fraction(1)
        whole = math.ceil(self.whole.least(rows)) if self.whole else 0
        if not whole:
            return _NONE
        # All pieces but the last have whole / cuts rows, rounded up.
        return Fraction(math.ceil(Fraction(whole * self.cuts, whole + self.cuts - 1)), self.cuts)


@dataclass(frozen=True, slots=True)
class Growth:
    """A fixed number of tasks of certain shares, or as many as `batch` rows of each task make.

    `kinds` tells of each kind of task how many there are.
    """

    kinds: tuple[tuple[Part, int], ...]
    batch: int | None = None

    @property
    def tasks(self) -> int:
        """Partitions of the rows, before any are batched."""
        return sum(number for _, number in self.kinds)

    def filled(self, rows: int) -> int:
        """Tasks that surely have rows; never fewer with more rows."""
        if self.batch is not None:
            return self.work(rows).fewest_tasks
        return math.floor(sum(part.filled(rows) * number for part, number in self.kinds))

    def work(self, rows: int) -> Work:
        """The work that so many rows of the source make."""
        if self.batch is None:
            least = min(part.least(rows) for part, _ in self.kinds)
            most = max(part.most(rows) for part, _ in self.kinds)
            return Work(self.tasks, self.tasks, float(least), float(most), rows)
        enough = max(1, enough_of_batch(self.batch))
        largest = self.batch if self.tasks == 1 else self.batch + enough - 1
        fewest = math.ceil(rows / largest)
        # The number of tasks is never fixed: more rows make more of them.
        return Work(fewest, max(fewest, rows // enough) + 1, min(1, rows), min(rows, largest), rows)


def growth(dealing: Dealing | None, rows: int) -> Growth | None:
    """How tasks grow that this dealing makes of so many rows of the source.

    None where that isn't known. Every row must reach the tasks, however many there are: no limit,
    no filter.
    """
    while isinstance(dealing, Gathered):
        dealing = dealing.before
    batch = dealing.rows if isinstance(dealing, Batched) else None
    parts = _parts(dealing.before if isinstance(dealing, Batched) else dealing, rows)
    return None if parts is None else Growth(_kinds(parts), batch)


def _kinds(parts: Sequence[Part]) -> tuple[tuple[Part, int], ...]:
    """Each part once. Equal ones that aren't the same may stand there more than once."""
    numbers = Counter(map(id, parts))
    return tuple((part, numbers[key]) for key, part in {id(part): part for part in parts}.items())


def _parts(dealing: Dealing | None, rows: int) -> list[Part] | None:
    if isinstance(dealing, Whole):
        return _source(dealing.sizes, rows)
    if not isinstance(dealing, Gathered | Regrouped | Shuffled):
        return None
    before = _parts(dealing.before, rows)
    if before is None or isinstance(dealing, Gathered):
        return before
    if isinstance(dealing, Regrouped):
        return _regrouped(before, dealing.count)
    return [_picked(dealing.count, len(before) if dealing.alike else 1)] * dealing.count


def _source(sizes: Sizes, rows: int) -> list[Part] | None:
    if not isinstance(sizes, tuple) or not sizes or sizes != even_sizes(rows, len(sizes)):
        return None
    rest = Fraction(len(sizes) - 1, len(sizes))
    return [Part(Fraction(1, len(sizes)), rest, rest)] * len(sizes)


def _regrouped(parts: list[Part], count: int) -> list[Part] | None:
    if len(parts) < count:
        return _cut(parts, count)
    merged = []
    sums: dict[tuple[tuple[int, int], ...], Part] = {}
    start = 0
    for length in even_sizes(len(parts), count):
        kinds = _kinds(parts[start : start + length])
        key = tuple((id(part), number) for part, number in kinds)
        if key not in sums:
            sums[key] = _sum(kinds)
        merged.append(sums[key])
        start += length
    return merged


def _cut(parts: list[Part], count: int) -> list[Part] | None:
    """Every partition in as many pieces; nothing is sure of a count that this doesn't make."""
    cuts, rest = divmod(count, len(parts))
    if rest:
        return None
    pieces = {id(part): _piece(part, cuts) for part, _ in _kinds(parts)}
    return [pieces[id(part)] for part in parts for _ in range(cuts)]


def _piece(part: Part, cuts: int) -> Part:
    """All pieces but the last are rounded up, at its cost."""
    return Part(
        part.share / cuts,
        (part.below + (cuts - 1) ** 2) / cuts,
        (part.above + cuts - 1) / cuts,
        part.root / cuts,
        cuts,
        part,
    )


def _sum(kinds: Iterable[tuple[Part, int]]) -> Part:
    return Part(
        sum((part.share * number for part, number in kinds), _NONE),
        sum((part.below * number for part, number in kinds), _NONE),
        sum((part.above * number for part, number in kinds), _NONE),
        sum(part.root * number for part, number in kinds),
    )


def _picked(count: int, copies: int) -> Part:
    """What nearly every run has when each row picks a partition at random.

    All `copies` of a task make the same picks, so that what one is off, they all are.
    """
    if count == 1:
        return Part(Fraction(1))
    rows = count * max(_MANY_ROWS, copies)
    sizes = random_sizes(rows, count, copies)
    kinds = filled_kinds(sizes)
    deviation = max(max(kinds) - rows // count, rows // count - min(kinds)) + 2
    root = max(deviation / math.sqrt(rows), _SURELY * math.sqrt((count - 1) * copies) / count)
    return Part(Fraction(1, count), Fraction(2), Fraction(2), root)
