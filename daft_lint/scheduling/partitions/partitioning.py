"""The partitioning of rows after a step."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.plan.quantity import Origin, Quantity, exactly
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.partitions.sizes import (
    MOST_SIZES,
    ManySizes,
    Sizes,
    filled_kinds,
    rows_in,
    runs_of,
    sizes_of,
)

if TYPE_CHECKING:
    from daft_lint.scheduling.partitions.partition_sampling import Dealing

MOST_DEALT = 2_000_000
"""More partitions than that are not dealt to simulate a run; their sizes are known all the same."""

ONE = exactly(1)

_SEED = 11
_RARELY = 0.005


@dataclass(frozen=True, slots=True)
class Partitioning:
    """The partitions after a step; each is one task for what comes next.

    `count` are the partitions, `filled` those of them with rows, `planned` the number Daft plans
    with before any row decides. `sizes` are the rows of each partition, exact or expected, None
    when they aren't known; `size_origins` say what makes them so. `pieces` are the parts that the
    rows of one partition arrive in. `dealing` tells how one run makes the partitions, None when
    that isn't known. `usual_rows` are those that each of unknown files is taken to have, 0 where
    nothing is taken.
    """

    count: Quantity
    rows: Quantity
    filled: Quantity
    planned: Quantity
    sizes: Sizes | None = None
    size_origins: tuple[Origin, ...] = ()
    pieces: Quantity = ONE
    dealing: Dealing | None = None
    usual_rows: int = 0

    def hull(self, other: Partitioning) -> Partitioning:
        """What holds of either: the state after a branch."""
        same = self.sizes == other.sizes
        return Partitioning(
            self.count.hull(other.count),
            self.rows.hull(other.rows),
            self.filled.hull(other.filled),
            self.planned.hull(other.planned),
            self.sizes if same else None,
            merged_origins(self.size_origins, other.size_origins) if same else (),
            self.pieces.hull(other.pieces),
            self.dealing if self.dealing == other.dealing else None,
            min(self.usual_rows, other.usual_rows),
        )

    def with_sizes(self, sizes: Sizes, *origins: Origin) -> Partitioning:
        """The same partitions, now with known sizes."""
        filled = sum(filled_kinds(sizes).values())
        by_rows = self.rows.origins if filled < len(sizes) else ()
        return replace(
            self,
            sizes=sizes,
            filled=exactly(filled, *merged_origins(self.count.origins, by_rows)),
            size_origins=merged_origins(self.size_origins, origins),
        )


def merged_origins(*groups: tuple[Origin, ...]) -> tuple[Origin, ...]:
    """Every origin once, in order."""
    return tuple(dict.fromkeys(origin for group in groups for origin in group))


def filled_at_most(count: Quantity, rows: Quantity, *, surely: float = 0) -> Quantity:
    """Partitions with rows, when at least `surely` of them have some if there are rows at all."""
    high = count.at_most(rows)
    low = min(surely, high.low, high.high) if rows.low >= 1 else 0
    # One partition stays one, however many rows there are.
    origins = count.origins if count.high <= 1 else high.origins
    return Quantity(max(0, low), high.high, origins)


def even_sizes(rows: int, count: int) -> Sizes:
    """Rows spread over partitions as evenly as whole rows allow, the larger ones first."""
    share, extra = divmod(rows, count)
    return sizes_of(((share + 1, extra), (share, count - extra)))


def random_sizes(rows: int, count: int, copies: int = 1) -> Sizes:
    """What sizes to expect when each row picks one of `count` partitions at random.

    With `copies`, that many equal parts of the rows all make the same picks. These are the
    expected order statistics of the normal approximation, in an arbitrary but fixed order.
    """
    if count > MOST_SIZES:
        return _many_random_sizes(rows, count, copies)
    mean = rows / count
    deviation = math.sqrt(mean * (1 - 1 / count) * max(1, min(copies, rows)))
    scores = [_normal_score((place + 0.625) / (count + 0.25)) for place in range(count)]
    sizes = [max(0, round(mean + deviation * score)) for score in reversed(scores)]
    _make_sum(sizes, rows)
    return tuple(_shuffled(sizes)) if count > 2 else tuple(sizes)


def filled_by_chance(rows: float, count: int, copies: float) -> int:
    """How many of `count` partitions get some of the rows at the least, in 199 runs of 200.

    `copies` as for `random_sizes`. Measured: 647 rows of eight partitions filled all ten.
    """
    empty = math.pow(1 - 1 / count, rows / max(1, min(copies, rows)))
    if count * empty <= _RARELY:
        return count
    deviation = math.sqrt(count * empty * (1 - empty))
    return max(1, math.floor(count * (1 - empty) - 3 * deviation))


def _many_random_sizes(rows: int, count: int, copies: int) -> Sizes:
    """Each of some sizes stands for as many partitions, give or take rows that make the sum."""
    some = random_sizes(rows * MOST_SIZES // count, MOST_SIZES, copies)
    runs = list(zip(some, even_sizes(count, MOST_SIZES), strict=True))
    while missing := rows - sum(size * times for size, times in runs):
        step = math.copysign(max(1, abs(missing) // count), missing)
        moved: list[tuple[int, int]] = []
        for size, times in runs:
            by = max(-size, int(step))
            changed = min(times, missing // by) if by else 0
            moved += [(size + by, changed), (size, times - changed)]
            missing -= changed * by
        runs = [run for run in moved if run[1]]
    return sizes_of(runs)


def _shuffled(sizes: list[int]) -> list[int]:
    from random import Random

    return Random(_SEED).sample(sizes, len(sizes))


def _normal_score(share: float) -> float:
    """About the standard normal quantile (Tukey's lambda), good to a hundredth."""
    return 4.91 * (math.pow(share, 0.14) - math.pow(1 - share, 0.14))


def _make_sum(sizes: list[int], rows: int) -> None:
    """Correct rounding so that no row is lost or invented."""
    place = 0
    missing = rows - sum(sizes)
    while missing:
        step = max(1, abs(missing) // len(sizes))
        change = step if missing > 0 else -min(step, sizes[place])
        sizes[place] += change
        missing -= change
        place = (place + 1) % len(sizes)


def cut(rows: int, count: int) -> tuple[tuple[int, int], ...]:
    """One partition cut in `count`: equal parts rounded up, what is left for the last ones.

    The rows of a part, and how many parts have so many.
    """
    part = max(1, -(-rows // count))
    full, rest = divmod(rows, part)
    return (part, full), (rest, int(rest > 0)), (0, count - full - (rest > 0))


def regrouped_sizes(sizes: Sizes, count: int) -> Sizes:
    """`into_partitions(count)`: neighbours are merged, or each partition is cut.

    Source: into_partitions.rs, Daft 0.7.26. The first ones take what doesn't divide evenly. Of very
    many partitions neighbours are taken to be about alike.
    """
    if not len(sizes) or len(sizes) == count:
        return sizes
    if len(sizes) < count:
        return sizes_of(_cut_runs(sizes, count))
    if isinstance(sizes, ManySizes):
        return sizes_of(_merged_runs(sizes, count))
    merged: list[int] = []
    start = 0
    for length in even_sizes(len(sizes), count):
        merged.append(sum(sizes[start : start + length]))
        start += length
    return tuple(merged)


def _cut_runs(sizes: Sizes, count: int) -> Iterator[tuple[int, int]]:
    cuts, extra = divmod(count, len(sizes))
    for rows, number in runs_of(sizes):
        more = min(number, extra)
        extra -= more
        for pieces, times in ((cuts + 1, more), (cuts, number - more)):
            for part, parts in cut(rows, pieces):
                yield part, parts * times


def _merged_runs(sizes: Sizes, count: int) -> Iterator[tuple[int, int]]:
    length, longer = divmod(len(sizes), count)
    left, rows = longer * (length + 1), 0
    for size, number in runs_of(sizes):
        taken = min(number, left)
        rows += taken * size
        left -= taken
    if longer:
        yield from runs_of(even_sizes(rows, longer))
    yield from runs_of(even_sizes(rows_in(sizes) - rows, count - longer))


def cuts_evenly(present: int, count: int) -> bool:
    """Whether into_partitions makes just `count` partitions of those there are.

    Measured on Daft 0.7.26: 8 partitions into 12 make 16, because tasks on a worker share a plan.
    """
    return count <= present or count % present == 0


def enough_of_batch(batch: float) -> int:
    """So many rows make a task of `into_batches(batch)`: it puts chunks together up to 80 %.

    Source: into_batches.rs (daft-distributed and daft-local-execution), Daft 0.7.26.
    """
    return int(batch * 0.8)


def batched_sizes(sizes: Sizes, batch: int) -> Sizes:
    """`into_batches(batch)`: chunks of each partition, put together until there are enough."""
    return sizes_of(_batched_runs(sizes, batch))


def _batched_runs(sizes: Sizes, batch: int) -> Iterator[tuple[int, int]]:
    enough = enough_of_batch(batch)
    gathered = 0
    for rows, count in runs_of(sizes):
        full, rest = divmod(rows, batch)
        if full:
            alone = rest > 0 and rest >= enough
            yield gathered + batch, 1
            yield batch, (full - 1) * count
            gathered = 0 if alone else rest
            yield gathered + batch, count - 1
            yield rest, count if alone else 0
        elif rest:
            needed = max(1, math.ceil((enough - gathered) / rest))
            if count < needed:
                gathered += count * rest
                continue
            yield gathered + needed * rest, 1
            each = max(1, math.ceil(enough / rest))
            tasks, left = divmod(count - needed, each)
            yield each * rest, tasks
            gathered = left * rest
    yield gathered, 1 if gathered else 0


def cut_in_turn(sizes: tuple[int, ...], batch: int) -> tuple[int, ...]:
    """`into_batches(batch)` on the native runner: the rest of one partition waits for the next.

    It goes on alone once it is enough. Measured on Daft 0.7.26 with 14 pairs of partitions and
    batches: 8 times 100 rows make 24 pieces of 32, one of 28 and one of 4.
    """
    pieces: list[int] = []
    rest = 0
    for rows in sizes:
        full, rest = divmod(rest + rows, batch)
        pieces += [batch] * full
        if rest and rest >= enough_of_batch(batch):
            pieces.append(rest)
            rest = 0
    return (*pieces, rest) if rest else tuple(pieces)


def batched_pieces(sizes: Sizes) -> int:
    """In how many pieces a task of `into_batches` may pass its rows on.

    Tasks on a worker share a plan, which cuts at the rows of the first of them. Measured on Daft
    0.7.26. A rest of a quarter or less is left out of account.
    """
    kinds = filled_kinds(sizes)
    return math.ceil(max(kinds) / min(kinds) - 0.25)


def batched_count(rows: Quantity, parts: Quantity, batch: Quantity) -> Quantity:
    """How many tasks `into_batches` makes of rows that arrive in so many parts."""
    return Quantity(
        _fewest_batches(rows.low, parts.high, batch.high),
        _most_batches(rows.high, parts.high, batch.low),
        merged_origins(rows.origins, parts.origins, batch.origins),
    )


def _fewest_batches(rows: float, parts: float, batch: float) -> float:
    if rows <= 0:
        return 0
    if math.isinf(batch):
        return 1
    # A single part is cut at every full batch; several may gather up to a batch beyond 80 %.
    largest = batch if parts <= 1 else batch + max(0, enough_of_batch(batch) - 1)
    return math.ceil(rows / largest)


def _most_batches(rows: float, parts: float, batch: float) -> float:
    if math.isinf(rows):
        return rows
    if parts <= 1:
        return math.ceil(rows / batch)
    by_size = rows // max(1, enough_of_batch(batch)) + 1
    return min(rows, by_size, rows // batch + parts)
