"""How rows lie in partitions after a step."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daft_lint.plan.quantity import Origin, Quantity, exactly

if TYPE_CHECKING:
    from daft_lint.scheduling.dealing import Dealing

MOST_SIZES = 4096
"""Above so many partitions their single sizes are not followed."""

MOST_DEALT = 2_000_000
"""Above so many partitions they are not dealt either, not even when one run is simulated."""

ONE = exactly(1)

_SEED = 11


@dataclass(frozen=True, slots=True)
class Partitioning:
    """The partitions after a step; each is one task for what comes next.

    `count` are the partitions, `filled` those of them with rows, `planned` the number Daft plans
    with before any row decides. `sizes` are the rows of each partition, exact or expected, None
    when they aren't known; `size_origins` say what makes them so. `pieces` are the parts that the
    rows of one partition arrive in. `dealing` tells how one run makes the partitions, None when
    that isn't known.
    """

    count: Quantity
    rows: Quantity
    filled: Quantity
    planned: Quantity
    sizes: tuple[int, ...] | None = None
    size_origins: tuple[Origin, ...] = ()
    pieces: Quantity = ONE
    dealing: Dealing | None = None

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
        )

    def with_sizes(self, sizes: tuple[int, ...], *origins: Origin) -> Partitioning:
        """The same partitions, now with known sizes."""
        filled = sum(rows > 0 for rows in sizes)
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
    return Quantity(max(0, low), high.high, high.origins)


def even_sizes(rows: int, count: int) -> tuple[int, ...]:
    """Rows spread over partitions as evenly as whole rows allow."""
    share, extra = divmod(rows, count)
    return tuple(share + (place < extra) for place in range(count))


def random_sizes(rows: int, count: int, copies: int = 1) -> tuple[int, ...]:
    """What sizes to expect when each row picks one of `count` partitions at random.

    With `copies`, that many equal parts of the rows all make the same picks. These are the
    expected order statistics of the normal approximation, in an arbitrary but fixed order.
    """
    mean = rows / count
    deviation = math.sqrt(mean * (1 - 1 / count) * max(1, min(copies, rows)))
    scores = [_normal_score((place + 0.625) / (count + 0.25)) for place in range(count)]
    sizes = [max(0, round(mean + deviation * score)) for score in reversed(scores)]
    _make_sum(sizes, rows)
    return tuple(_shuffled(sizes)) if count > 2 else tuple(sizes)


def _shuffled(sizes: list[int]) -> list[int]:
    from random import Random

    return Random(_SEED).sample(sizes, len(sizes))


def _normal_score(share: float) -> float:
    """About the standard normal quantile (Tukey's lambda), good to a hundredth."""
    return 4.91 * (math.pow(share, 0.14) - math.pow(1 - share, 0.14))


def _make_sum(sizes: list[int], rows: int) -> None:
    """Correct rounding so that no row is lost or invented."""
    place = 0
    while (missing := rows - sum(sizes)) != 0:
        step = max(1, abs(missing) // len(sizes))
        if missing > 0:
            sizes[place] += step
        else:
            sizes[place] -= min(step, sizes[place])
        place = (place + 1) % len(sizes)


def split_sizes(rows: int, count: int) -> tuple[int, ...]:
    """One partition cut in `count`: equal parts rounded up, what is left for the last ones."""
    part = -(-rows // count)
    return tuple(max(0, min(part, rows - place * part)) for place in range(count))


def regrouped_sizes(sizes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """`into_partitions(count)`: neighbours are merged, or each partition is cut.

    Source: into_partitions.rs, Daft 0.7.26. The first ones take what doesn't divide evenly.
    """
    if not sizes or len(sizes) == count:
        return sizes
    if len(sizes) < count:
        parts = even_sizes(count, len(sizes))
        return tuple(
            part
            for rows, cuts in zip(sizes, parts, strict=True)
            for part in split_sizes(rows, cuts)
        )
    merged: list[int] = []
    start = 0
    for length in even_sizes(len(sizes), count):
        merged.append(sum(sizes[start : start + length]))
        start += length
    return tuple(merged)


def cuts_evenly(present: int, count: int) -> bool:
    """Whether into_partitions makes just `count` partitions of those there are.

    Measured on Daft 0.7.26: 8 partitions into 12 make 16, because tasks on a worker share a plan.
    """
    return count <= present or count % present == 0


def batched_sizes(sizes: tuple[int, ...], batch: int, most: int = MOST_SIZES) -> tuple[int, ...]:
    """`into_batches(batch)`: chunks of each partition, put together until 80 % are reached.

    Of more than `most`, one more is told. Source: into_batches.rs, Daft 0.7.26.
    """
    threshold = int(batch * 0.8)
    tasks: list[int] = []
    gathered = 0
    for rows in sizes:
        full, rest = divmod(rows, batch)
        if full:
            tasks.append(gathered + batch)
            tasks += [batch] * min(full - 1, most)
            gathered = 0
        gathered += rest
        if rest and gathered >= threshold:
            tasks.append(gathered)
            gathered = 0
        if len(tasks) > most:
            return tuple(tasks[: most + 1])
    return (*tasks, gathered) if gathered else tuple(tasks)


def batched_pieces(sizes: tuple[int, ...]) -> int:
    """In how many pieces a task of `into_batches` may pass its rows on.

    Tasks on a worker share a plan, which cuts at the rows of the first of them. Measured on Daft
    0.7.26. A rest of a quarter or less is left out of account.
    """
    return math.ceil(max(sizes) / min(sizes) - 0.25)


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
    largest = batch if parts <= 1 else batch + max(0, int(batch * 0.8) - 1)
    return math.ceil(rows / largest)


def _most_batches(rows: float, parts: float, batch: float) -> float:
    if math.isinf(rows):
        return rows
    if parts <= 1:
        return math.ceil(rows / batch)
    by_size = rows // max(1, int(batch * 0.8)) + 1
    return min(rows, by_size, rows // batch + parts)
