"""Samples of how the rows of a run fall into partitions: what Daft leaves to chance is drawn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain, pairwise
from operator import add
from types import MappingProxyType
from typing import TYPE_CHECKING

from daft_lint.records import dataclass
from daft_lint.scheduling.partitions.partitioning import (
    batched_sizes,
    cut,
    enough_of_batch,
    even_sizes,
    random_sizes,
    regrouped_sizes,
)
from daft_lint.scheduling.partitions.random_picks import MOST_EXACT_ROWS, picked
from daft_lint.scheduling.partitions.sizes import Sizes, rows_in, runs_of, sizes_of

if TYPE_CHECKING:
    from random import Random

Parts = tuple[tuple[int, ...], ...]
"""Partitions in order, each as the rows of the pieces it arrives in."""

_NORMAL_FROM = 9.0
"""From this variance on a binomial number is drawn as a normal one."""

MOST_PIECES = 20_000
"""Of so many pieces it matters in which order they come; of more, a partition has all in one."""

_MOST_DRAWN = 2_048
"""Of more partitions some are drawn, and each stands for as many."""

_MOST_DRAWS = 1_000_000
"""For more rows times partitions each row of small partitions picks its own, which is faster."""

MANY_KEYS = 8
"""With so many keys for each partition, 3 of 10,000 partitions get none (e to the power of -8)."""

_OVERTAKES = 0.08
"""How often the last chunk of a partition overtakes others: 9 of 120 times on Daft 0.7.26."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Partitions of certain sizes, each in one piece."""

    sizes: Sizes


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A shuffle into `count` partitions; each gets a piece from every one before.

    `alike` says that all of those split their rows by the same picks, as a random repartition does;
    a hash repartition is taken to have as many rows of each of its `keys`, or many keys.
    """

    before: Dealing
    count: int
    alike: bool
    keys: int | None = None


@dataclass(frozen=True, slots=True)
class Regrouped:
    """`into_partitions(count)`."""

    before: Dealing
    count: int


@dataclass(frozen=True, slots=True)
class Batched:
    """`into_batches(rows)`."""

    before: Dealing
    rows: int


@dataclass(frozen=True, slots=True)
class Appended:
    """`concat`: the partitions of the one, then those of the other."""

    first: Dealing
    second: Dealing


@dataclass(frozen=True, slots=True)
class Gathered:
    """`collect`: the same partitions, now in one piece each."""

    before: Dealing


@dataclass(frozen=True, slots=True)
class Limited:
    """`limit(rows)`: tasks ask for rows in turn until there are enough; the others get none.

    Source: limit.rs (daft-distributed), Daft 0.7.24.
    """

    before: Dealing
    rows: int


Dealing = Whole | Shuffled | Regrouped | Batched | Appended | Gathered | Limited
"""What happens to rows, from the source on; `deal` plays it."""


def deal(
    dealing: Dealing,
    workers: int,
    random: Random,
    known: Mapping[Dealing, Parts] = MappingProxyType({}),
    *,
    shared_plans: bool = True,
) -> Parts:
    """The partitions of one run on so many workers; no row is lost.

    `known` are those of steps that were dealt before in the same run. `shared_plans` says whether
    tasks on a worker share a plan, as since Daft 0.7.6.
    """
    if dealing in known:
        return known[dealing]
    if isinstance(dealing, Whole):
        runs = (((rows,) if rows else (),) * count for rows, count in runs_of(dealing.sizes))
        return tuple(chain.from_iterable(runs))
    if isinstance(dealing, Appended):
        first = deal(dealing.first, workers, random, known, shared_plans=shared_plans)
        second = deal(dealing.second, workers, random, known, shared_plans=shared_plans)
        return first + second
    before = deal(dealing.before, workers, random, known, shared_plans=shared_plans)
    if isinstance(dealing, Shuffled):
        return _shuffled(before, dealing, random)
    if isinstance(dealing, Regrouped):
        return _regrouped(before, dealing.count, workers if shared_plans else 0, random)
    if isinstance(dealing, Batched):
        return _batched(before, dealing.rows, random)
    if isinstance(dealing, Limited):
        return _limited(before, dealing.rows)
    return whole(before)


def most_partitions(dealing: Dealing) -> int:
    """The partitions of the step that has the most of them."""
    if isinstance(dealing, Whole):
        return len(dealing.sizes)
    if isinstance(dealing, Appended):
        return most_partitions(dealing.first) + most_partitions(dealing.second)
    before = most_partitions(dealing.before)
    return max(before, dealing.count) if isinstance(dealing, Shuffled | Regrouped) else before


def expected_sizes(dealing: Dealing) -> Sizes:
    """The rows of each partition to expect, where chance decides the expected ones."""
    if isinstance(dealing, Whole):
        return dealing.sizes
    if isinstance(dealing, Appended):
        both = expected_sizes(dealing.first), expected_sizes(dealing.second)
        return sizes_of(run for sizes in both for run in runs_of(sizes))
    before = expected_sizes(dealing.before)
    if isinstance(dealing, Regrouped):
        return regrouped_sizes(before, dealing.count)
    if isinstance(dealing, Shuffled):
        rows, keys, copies = rows_in(before), dealing.keys, len(before) if dealing.alike else 1
        if keys is not None and keys < MANY_KEYS * dealing.count:
            filled = min(keys, dealing.count)
            return sizes_of((*runs_of(even_sizes(rows, filled)), (0, dealing.count - filled)))
        return random_sizes(rows, dealing.count, copies if keys is None else max(1, rows // keys))
    if isinstance(dealing, Limited):
        taken = [0, *accumulate(before)]
        return tuple(
            max(0, min(rows, dealing.rows - taken_rows))
            for rows, taken_rows in zip(before, taken, strict=False)
        )
    if isinstance(dealing, Batched):
        return batched_sizes(before, dealing.rows)
    return before


def _limited(before: Parts, rows: int) -> Parts:
    left = rows
    parts = []
    for pieces in before:
        kept = []
        for piece in pieces:
            taken = min(piece, left)
            left -= taken
            if taken:
                kept.append(taken)
        parts.append(tuple(kept))
    return tuple(parts)


def are_in_pieces(parts: Parts) -> bool:
    """Whether some partition arrives in several pieces."""
    return max(map(len, parts), default=0) > 1


def whole(parts: Parts) -> Parts:
    """The same partitions in one piece each."""
    return tuple((sum(pieces),) if pieces else () for pieces in parts)


def _shuffled(before: Parts, shuffle: Shuffled, random: Random) -> Parts:
    """Rows pick a partition each: of a random repartition, the n-th row of every one the same."""
    sizes, count = [sum(pieces) for pieces in before], shuffle.count
    told_apart = len(sizes) * count <= MOST_PIECES
    if shuffle.keys is not None:
        picks = _multinomial(shuffle.keys, count, random)
        deals = [_in_shares(rows, picks) for rows in sizes]
    elif shuffle.alike:
        kinds = [(rows, 1) for rows in sizes] if told_apart else list(Counter(sizes).items())
        deals = [_alike(rows, times, count, random) for rows, times in kinds]
    elif told_apart:
        deals = [_multinomial(rows, count, random) for rows in sizes]
    else:
        deals = [_some_for_all(sum(sizes), count, random)]
    parts = tuple(tuple(filter(None, column)) for column in zip(*deals, strict=True))
    return parts if told_apart else whole(parts)


def _in_shares(rows: int, picks: Sequence[int]) -> list[int]:
    """So many rows, as many for each pick, as evenly as whole rows allow."""
    total = sum(picks)
    ends = [rows * picked_so_far // total for picked_so_far in accumulate(picks, initial=0)]
    return [end - start for start, end in pairwise(ends)]


def _alike(rows: int, times: int, count: int, random: Random) -> list[int]:
    """What each partition gets of so many partitions, all with so many rows."""
    known = [times * picks for picks in picked(min(rows, MOST_EXACT_ROWS), count)]
    rest = times * (rows - MOST_EXACT_ROWS)
    if rest <= 0:
        return known
    return list(map(add, known, _multinomial(rest, count, random)))


def _some_for_all(rows: int, count: int, random: Random) -> list[int]:
    """How many of the rows pick each of `count` partitions, those that are alike in a row."""
    times = max(1, count // _MOST_DRAWN)
    some = _multinomial(rows // times, count // times, random)
    dealt = [picks for picks in some for _ in range(times)]
    others = count - len(dealt)
    last = rows - sum(dealt)
    if others:
        return dealt + _multinomial(last, others, random)
    dealt[-1] += last
    return dealt


def _multinomial(rows: int, count: int, random: Random) -> list[int]:
    """How many of the rows pick each of `count` partitions."""
    if rows * count > _MOST_DRAWS and rows <= _NORMAL_FROM * count:
        picks = Counter(random.choices(range(count), k=rows))
        return [picks[partition] for partition in range(count)]
    dealt = []
    for left in range(count, 1, -1):
        taken = _binomial(rows, 1 / left, random)
        dealt.append(taken)
        rows -= taken
    return [*dealt, rows]


def _binomial(trials: int, chance: float, random: Random) -> int:
    variance = trials * chance * (1 - chance)
    if variance > _NORMAL_FROM:
        drawn = round(random.gauss(trials * chance, math.sqrt(variance)))
        return min(trials, max(0, drawn))
    return sum(random.random() < chance for _ in range(trials))


def _regrouped(before: Parts, count: int, workers: int, random: Random) -> Parts:
    if not before or len(before) == count:
        return before
    if len(before) < count:
        return _split(before, count, workers, random)
    merged = regrouped_sizes(tuple(map(sum, before)), count)
    return tuple((rows,) if rows else () for rows in merged)


def _split(before: Parts, count: int, workers: int, random: Random) -> Parts:
    """Tasks on a worker share a plan, so all of them are cut as the first of them should be.

    Measured on Daft 0.7.26: 8 partitions into 12 make 16. With no `workers`, none share a plan:
    12 on Daft 0.6.4.
    """
    asked = even_sizes(count, len(before))
    first: dict[int, int] = {}
    parts: list[tuple[int, ...]] = []
    order: list[int] = []
    for pieces, cuts in zip(before, asked, strict=True):
        if workers and not order:
            order = random.sample(range(workers), workers)
        made = first.setdefault(order.pop(), cuts) if workers else cuts
        for rows, times in cut(sum(pieces), made):
            parts += [(rows,) if rows else ()] * times
    return tuple(parts)


def _batched(before: Parts, rows: int, random: Random) -> Parts:
    """Chunks of each partition, put together until there are enough rows.

    The chunks of a partition are made at once, so that the last may come earlier.
    """
    enough = enough_of_batch(rows)
    tasks: list[tuple[int, ...]] = []
    gathered = 0
    for pieces in before:
        chunks = _chunks(pieces, rows, enough)
        if len(chunks) > 1 and random.random() < _OVERTAKES:
            chunks.insert(random.randrange(len(chunks) - 1), chunks.pop())
        for chunk in chunks:
            gathered += chunk
            if gathered >= enough:
                tasks.append((gathered,))
                gathered = 0
    return (*tasks, (gathered,)) if gathered else tuple(tasks)


def _chunks(pieces: tuple[int, ...], most: int, enough: int) -> list[int]:
    chunks = []
    waiting = 0
    for piece in pieces:
        waiting += piece
        while waiting > most:
            chunks.append(most)
            waiting -= most
        if waiting >= max(1, enough):
            chunks.append(waiting)
            waiting = 0
    return [*chunks, waiting] if waiting else chunks
