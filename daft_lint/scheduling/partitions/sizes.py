"""The rows of partitions: those of each, or of very many how many have how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, repeat

from daft_lint.records import dataclass

MOST_SIZES = 4096
"""Up to so many partitions each one's size is kept."""


@dataclass(frozen=True, slots=True)
class ManySizes(Collection[int]):
    """The sizes of more partitions than are kept one by one, in no order.

    Each of `kinds` is a number of rows, and how many partitions have so many.
    """

    kinds: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return sum(count for _, count in self.kinds)

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(repeat(rows, count) for rows, count in self.kinds)

    def __contains__(self, rows: object) -> bool:
        return any(rows == number for number, _ in self.kinds)


Sizes = tuple[int, ...] | ManySizes
"""The rows of each partition."""


def sizes_of(runs: Iterable[tuple[int, int]]) -> Sizes:
    """The sizes of partitions from runs of equal ones: their rows, and how many there are."""
    filled_runs = [run for run in runs if run[1] > 0]
    if sum(count for _, count in filled_runs) <= MOST_SIZES:
        return tuple(rows for rows, count in filled_runs for _ in range(count))
    kinds: Counter[int] = Counter()
    for rows, count in filled_runs:
        kinds[rows] += count
    return ManySizes(tuple(kinds.items()))


def runs_of(sizes: Sizes) -> Iterable[tuple[int, int]]:
    """The sizes in runs; see `sizes_of`."""
    return sizes.kinds if isinstance(sizes, ManySizes) else ((rows, 1) for rows in sizes)


def filled_kinds(sizes: Collection[int] | None) -> Mapping[int, int]:
    """How many partitions have so many rows, for each number of rows but 0."""
    if sizes is None:
        return {}
    kinds = dict(sizes.kinds) if isinstance(sizes, ManySizes) else Counter(sizes)
    kinds.pop(0, None)
    return kinds


def filled(sizes: Sizes) -> Sizes:
    """Without the partitions that have no row."""
    return sizes_of((rows, count) for rows, count in runs_of(sizes) if rows)


def rows_in(sizes: Sizes) -> int:
    """The rows of all partitions together."""
    return sum(rows * count for rows, count in runs_of(sizes))
