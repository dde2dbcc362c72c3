"""What each step of a plan does to partitions."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import takewhile

from daft_lint.plan.pipeline import SETS, Join, Operator, OperatorKind, Plan, UdfKind, is_unclear
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.records import replace
from daft_lint.scheduling.partitions.partition_sampling import (
    MANY_KEYS,
    Appended,
    Batched,
    Dealing,
    Gathered,
    Limited,
    Regrouped,
    Shuffled,
    Whole,
)
from daft_lint.scheduling.partitions.partitioning import (
    MOST_DEALT,
    Partitioning,
    batched_count,
    batched_pieces,
    batched_sizes,
    cut_in_turn,
    even_sizes,
    filled_at_most,
    filled_by_chance,
    merged_origins,
    random_sizes,
    regrouped_sizes,
)
from daft_lint.scheduling.partitions.sizes import Sizes, filled_kinds, runs_of, sizes_of
from daft_lint.scheduling.partitions.source_partitions import (
    LINES_READER,
    OF_TABLES,
    PIECE_ROWS,
    evenly,
)

DISTINCT_KEYS = Origin(
    OriginKind.ASSUMPTION, "a hash repartition has many keys, all about equally frequent"
)
EQUAL_KEYS = Origin(OriginKind.ASSUMPTION, "all keys are about equally frequent")
UNIQUE_KEYS = Origin(OriginKind.ENGINE, "each row has a key of its own")
ENOUGH_IN_ONE = Origin(OriginKind.ASSUMPTION, "the first partition has the rows that `limit` takes")
_SAMPLE_ROWS = 64
RANDOM_SPREAD = Origin(OriginKind.ENGINE, "a random repartition spreads rows about evenly")
BY_CHANCE = frozenset({DISTINCT_KEYS, EQUAL_KEYS, UNIQUE_KEYS, RANDOM_SPREAD})
"""Why rows are known only as what to expect: in a run, tasks have more and fewer."""
_EVEN_ENOUGH = 0.01
"""A chosen bound: partitions are even up to a spread of a tenth of their rows. It is squared."""
TASK_ENDERS = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
        OperatorKind.SORT,
        OperatorKind.AGGREGATE,
        OperatorKind.DISTINCT,
        OperatorKind.JOIN,
        OperatorKind.CONCAT,
        OperatorKind.WINDOW,
        OperatorKind.BARRIER,
        OperatorKind.OPAQUE,
    }
)
"""The steps that other tasks follow."""
_AGGREGATE_PARTITIONS = Origin(
    OriginKind.ENGINE, "an aggregation shuffles into 200 partitions at most"
)

_NOTHING_KNOWN = Partitioning(
    unknown(), unknown(), unknown(), unknown(), pieces=between(1, math.inf)
)


Effect = Callable[[Operator, Partitioning], Partitioning]


def after_step(
    operator: Operator,
    before: Partitioning,
    above: Operator | None,
    inputs: tuple[Partitioning, ...],
    piece: float = math.inf,
) -> Partitioning:
    """The partitions behind a step, which the step `above` runs right before.

    What flows into it beside them are its `inputs`. For a limit a task takes `piece` rows at once.
    """
    kind = operator.kind
    if kind is OperatorKind.LIMIT:
        after_sort = above is not None and above.kind is OperatorKind.SORT and not above.maybe
        return _top(operator, before) if after_sort else _limit(operator, before, piece)
    if kind is OperatorKind.CONCAT:
        return _concat(before, inputs)
    if kind is OperatorKind.JOIN:
        return _join(operator.join, before, inputs)
    if operator.method in SETS and inputs:
        return _of_sets(operator.method, before, inputs)
    return _EFFECTS[kind](operator, before)


def _project(operator: Operator, before: Partitioning) -> Partitioning:
    if not operator.keeps_rows:
        return _explode(operator, before)
    if not any(map(is_unclear, operator.selected)):
        return before
    taken = Origin(OriginKind.ASSUMPTION, "what is selected there makes no rows", operator.span)
    count, filled = (
        replace(each, origins=merged_origins(each.origins, (taken,)))
        for each in (before.count, before.filled)
    )
    return replace(before, count=count, filled=filled)


def _filter(_: Operator, before: Partitioning) -> Partitioning:
    """Any of the rows may be left out."""
    return _unsized(before, Quantity(0, before.rows.high, before.rows.origins))


def _sample(operator: Operator, before: Partitioning) -> Partitioning:
    """Each piece keeps its share, rounded up: a partition with rows keeps some."""
    share = operator.count or between(0, 1)
    if share.low <= 0:
        return _filter(operator, before)
    least = max(before.filled.low, math.ceil(before.rows.low * share.low))
    after = _unsized(before, Quantity(least, before.rows.high, before.rows.origins))
    after = replace(after, filled=before.filled)
    if not share.known or before.sizes is None or before.pieces.high > 1:
        return after
    sizes = sizes_of((math.ceil(rows * share.low), n) for rows, n in runs_of(before.sizes))
    kept = exactly(sum(rows * n for rows, n in runs_of(sizes)), *before.rows.origins)
    origins = merged_origins(before.size_origins, before.pieces.origins)
    return replace(after, rows=kept).with_sizes(sizes, *origins)


def _explode(operator: Operator, before: Partitioning) -> Partitioning:
    """Rows that become several each; where each becomes one at least, no partition gets empty."""
    each = operator.count
    if operator.kind is not OperatorKind.EXPLODE or each is None or each.low < 1:
        return _unsized(before, unknown(*before.rows.origins))
    rows = replace(unknown(*before.rows.origins), low=before.rows.low)
    return replace(_unsized(before, rows), filled=before.filled, usual_rows=before.usual_rows)


def _unsized(before: Partitioning, rows: Quantity) -> Partitioning:
    """Rows change within the partitions there are; any may end empty."""
    filled = Quantity(0, before.filled.high, before.filled.origins)
    now = replace(before, rows=rows, filled=filled, sizes=None, dealing=None)
    return replace(now, size_origins=(), usual_rows=0)


def _limit(operator: Operator, before: Partitioning, piece: float) -> Partitioning:
    """Tasks take pieces of so many rows until there are enough; the others make no partition.

    All tasks start at once (Daft 0.7.16 to 0.7.26). Of 40 Parquet files of 2,000 rows, one task had
    all 1,000 rows without a `batch_size` behind the limit, eight had 70 to 230 each with
    `batch_size=10`, and four had 600, 200, 100 and 100 with `batch_size=100`.
    """
    rows = before.rows.at_most(operator.count or unknown())
    count = _contributors(before, rows)
    pieces = 1 if rows.high <= piece else rows.high / piece
    takers = min(before.filled.high, pieces if math.isinf(pieces) else math.ceil(pieces))
    if takers <= 1 and _has_enough_in_one(before, operator):
        rows = exactly(int(rows.high), *rows.origins, ENOUGH_IN_ONE)
        count = exactly(1, *count.origins, ENOUGH_IN_ONE)
    count = replace(count, high=max(count.high, takers))
    after = Partitioning(count, rows, count, before.planned, pieces=before.pieces)
    if takers > 1:
        return after
    if before.dealing is not None and operator.count is not None and operator.count.known:
        after = replace(after, dealing=Limited(before.dealing, operator.count.count))
    if not (count.known and count.count == 1 and rows.known):
        return after
    sizes = (rows.count,)
    after = replace(after, size_origins=before.size_origins, dealing=Whole(sizes))
    return after.with_sizes(sizes)


def piece_taken(plan: Plan, place: int) -> float:
    """The fewest rows that a task takes at once for a limit.

    Readers of files cut rows for a UDF behind it. Rows in memory, those of a `range` and those
    behind a `collect` came in one piece for each task (measured on Daft 0.7.26).
    """
    source, steps = plan.source, plan.operators
    if any(step.kind in TASK_ENDERS for step in steps[:place]):
        return math.inf
    if source.name == LINES_READER:
        return 1
    piece: float = PIECE_ROWS.get(source.name, math.inf)
    for step in takewhile(lambda step: step.kind not in TASK_ENDERS, steps[place:]):
        sizes = [each.udf.batch_size for each in step.calls if each.udf.batch_size is not None]
        if sizes and source.name in OF_TABLES:
            return min(piece, max(1, sizes[0].low))
    return piece


def _has_enough_in_one(before: Partitioning, operator: Operator) -> bool:
    """Whether rows of unknown files, more than a sample, are taken to come from one of them."""
    asked = operator.count
    is_few = asked is not None and asked.known and _SAMPLE_ROWS <= asked.count <= before.usual_rows
    return is_few and math.isinf(before.rows.high)


def _contributors(before: Partitioning, rows: Quantity) -> Quantity:
    """How many partitions it takes to gather the rows, the largest or the smallest first."""
    if before.sizes is not None and rows.known:
        origins = merged_origins(before.count.origins, rows.origins, before.pieces.origins)
        filled = sorted(filled_kinds(before.sizes).items())
        fewest = _needed_to_reach(filled[::-1], rows.count)
        return Quantity(fewest, _needed_to_reach(filled, rows.count), origins)
    return filled_at_most(before.filled, rows, surely=1)


def _needed_to_reach(kinds: list[tuple[int, int]], rows: int) -> int:
    needed = 0
    for size, count in kinds:
        more = min(count, max(0, -(-rows // size)))
        needed += more
        rows -= more * size
    return needed


def _top(operator: Operator, before: Partitioning) -> Partitioning:
    """A limit right after a sort: the first rows, gathered in one partition."""
    exactly_one = exactly(1, *before.count.origins)
    rows = before.rows.at_most(operator.count or unknown())
    after = Partitioning(
        exactly_one, rows, filled_at_most(exactly_one, rows, surely=1), exactly_one
    )
    return _in_one(after) if rows.known else after


def _in_one(after: Partitioning) -> Partitioning:
    """One partition with all the rows, whose number is known."""
    sizes = (after.rows.count,)
    return replace(after, dealing=Whole(sizes)).with_sizes(sizes)


def _into_partitions(operator: Operator, before: Partitioning) -> Partitioning:
    count = _regrouped_count(operator.count or unknown(), before.planned)
    filled = filled_at_most(count, before.rows, surely=_surely_regrouped(operator, before))
    after = Partitioning(count, before.rows, filled, count)
    after = replace(after, dealing=_regrouped_dealing(operator, before))
    if not count.known or before.sizes is None or count.low <= 0:
        return after
    if before.planned != exactly(len(before.sizes), *before.planned.origins):
        return after
    after = replace(after, size_origins=before.size_origins)
    return after.with_sizes(regrouped_sizes(before.sizes, count.count))


def _surely_regrouped(operator: Operator, before: Partitioning) -> float:
    """How many partitions have rows at least, once those before are merged or cut.

    Each of those with rows leaves one at least. Where all have so many that no part of them is
    empty, there are as many as wanted, or more.
    """
    present, wanted = max(before.count.high, before.planned.high), operator.count or unknown()
    if before.sizes and wanted.known and wanted.low > len(before.sizes) == present:
        fewest, more = divmod(wanted.count, len(before.sizes))
        kinds = {rows for rows, _ in runs_of(before.sizes)}
        cuts = (fewest, fewest + (more > 0))
        if all((cut - 1) * -(-rows // cut) < rows for rows in kinds for cut in cuts):
            return wanted.low
    if math.isinf(present) or wanted.low < 1:
        return min(1, before.filled.low)
    return math.ceil(before.filled.low / max(1, math.ceil(present / wanted.low)))


def _regrouped_dealing(operator: Operator, before: Partitioning) -> Dealing | None:
    wanted = operator.count
    if before.dealing is None or wanted is None or not wanted.known:
        return None
    return Regrouped(before.dealing, wanted.count) if 0 < wanted.low <= MOST_DEALT else None


def _regrouped_count(wanted: Quantity, planned: Quantity) -> Quantity:
    """What into_partitions makes: the wanted count, but a split may round up for every partition.

    Measured on Daft 0.7.26: 8 partitions into 12 make 16, because tasks on a worker share a plan.
    """
    if planned.high <= 1 or planned.low >= wanted.high:
        return wanted
    origins = merged_origins(wanted.origins, planned.origins)
    if planned.known and wanted.known:
        return Quantity(wanted.low, planned.low * math.ceil(wanted.low / planned.low), origins)
    return Quantity(wanted.low, wanted.high + min(planned.high, wanted.high) - 1, origins)


def _random(operator: Operator, before: Partitioning) -> Partitioning:
    """Each task splits its rows with the same seed, so that their deviations add up."""
    return _shuffled(operator, before, RANDOM_SPREAD, before.planned.high)


def _hash(operator: Operator, before: Partitioning) -> Partitioning:
    """Rows go where their key goes; how many keys there are is known, or they are many."""
    keys, rows = operator.keys, before.rows
    if keys is None or keys.low >= rows.high:
        return _shuffled(operator, before, DISTINCT_KEYS if keys is None else UNIQUE_KEYS, 1)
    if not rows.known or not math.isfinite(keys.high):
        return _few_keys(_shuffled(operator, before, DISTINCT_KEYS, 1), keys)
    after = _shuffled(operator, before, EQUAL_KEYS, max(1, rows.count // int(keys.high)))
    dealing = after.dealing
    if isinstance(dealing, Shuffled) and keys.high < rows.high:
        after = replace(after, dealing=replace(dealing, keys=int(keys.high)))
    return _few_keys(after, keys)


def _few_keys(after: Partitioning, keys: Quantity) -> Partitioning:
    """The partitions of a shuffle by so many keys, each with all the rows of some of these."""
    filled = after.filled.at_most(keys)
    if after.count.high <= 1:
        return after
    # So few keys may fall together, which leaves fewer partitions with rows.
    filled = replace(filled, low=min(1, filled.low))
    is_many = after.count.known and keys.high >= MANY_KEYS * after.count.high
    return after if is_many else replace(after, filled=filled, sizes=None, size_origins=())


def _shuffled(
    operator: Operator, before: Partitioning, spread: Origin, copies: float
) -> Partitioning:
    """Rows that fall where chance has it; `copies` as for `random_sizes`, at the most."""
    count, rows = operator.count or before.planned, before.rows
    filled = filled_at_most(count, rows, surely=min(1, before.filled.low))
    if count.known and count.low > 1 and rows.low >= 1:
        fewest = filled_by_chance(rows.low, count.count, copies)
        low = max(filled.low, min(fewest, filled.high))
        filled = Quantity(low, filled.high, merged_origins(filled.origins, (spread,)))
    pieces = between(1, max(1, before.planned.high), *before.planned.origins)
    after = Partitioning(count, rows, filled, count, pieces=pieces)
    if not (count.known and rows.known and count.low > 0):
        return after
    alike = operator.kind is OperatorKind.RANDOM_REPARTITION
    # Keys fall where they fall, however the rows lay before.
    is_dealt = alike and count.low > 1
    dealing = before.dealing if is_dealt else before.dealing or Whole((rows.count,))
    if is_dealt and dealing is None and not before.planned.known and math.isfinite(copies):
        if copies * count.count > _EVEN_ENOUGH * rows.count:
            # With so few rows, the number of tasks decides where they fall.
            return after
        dealing = Whole(even_sizes(rows.count, int(copies)))
    if dealing is not None and count.low <= MOST_DEALT:
        after = replace(after, dealing=Shuffled(dealing, count.count, alike))
    if count.low == 1:
        return after.with_sizes((rows.count,))
    if not math.isfinite(copies):
        return after
    after = after.with_sizes(random_sizes(rows.count, count.count, int(copies)), spread)
    # Those sizes are what to expect; chance may leave others.
    low, high = min(filled.low, after.filled.low), max(filled.high, after.filled.high)
    return replace(after, filled=replace(filled, low=low, high=high))


def _into_batches(operator: Operator, before: Partitioning) -> Partitioning:
    size = (operator.count or unknown()).at_least(exactly(1))
    parts = before.count * before.pieces
    count = batched_count(before.rows, parts, size)
    in_turn = operator.cut is not None
    pieces = exactly(1) if in_turn or parts.high <= 1 else between(1, 3)
    after = Partitioning(count, before.rows, count, count, pieces=pieces)
    if before.dealing is not None and size.known and not in_turn:
        after = replace(after, dealing=Batched(before.dealing, size.count))
    if before.sizes is None or not size.known:
        return after
    if in_turn and isinstance(before.sizes, tuple):
        sizes: Sizes = sizes_of((rows, 1) for rows in cut_in_turn(before.sizes, size.count))
    else:
        sizes = batched_sizes(before.sizes, size.count)
    if not len(sizes):
        return after
    exact = exactly(len(sizes), *count.origins)
    if parts.high > 1 and not in_turn:
        pieces = between(1, batched_pieces(sizes))
    return replace(
        after,
        count=exact,
        filled=exact,
        planned=exact,
        sizes=sizes,
        size_origins=before.size_origins,
        pieces=pieces,
    )


def _sort(operator: Operator, before: Partitioning) -> Partitioning:
    if before.planned.high <= 1:
        return replace(before, pieces=exactly(1), dealing=_gathered(before))
    if operator.count is not None and before.rows.known:
        one, filled = operator.count, before.filled.at_most(operator.count)
        return evenly(Partitioning(one, before.rows, filled, one))
    pieces = between(1, max(1, before.planned.high), *before.planned.origins)
    return replace(_fallen_anew(before, before.planned, before.rows), pieces=pieces)


def _fallen_anew(before: Partitioning, count: Quantity, rows: Quantity) -> Partitioning:
    """So many rows that fall anew: some partition has rows where one had some before."""
    filled = filled_at_most(count, rows, surely=min(1, before.filled.low))
    return Partitioning(count, rows, filled, count, pieces=between(1, math.inf))


def _aggregate(operator: Operator, before: Partitioning) -> Partitioning:
    if operator.count is not None and operator.count.known and operator.count.low == 1:
        exactly_one = exactly(1, *operator.count.origins)
        return _in_one(Partitioning(exactly_one, exactly_one, exactly_one, exactly_one))
    count = before.planned
    if count.high > 200:
        count = Quantity(min(count.low, 200), count.high, (*count.origins, _AGGREGATE_PARTITIONS))
    after = _grouped(operator, before, count)
    if any(call.udf.kind is not UdfKind.AGGREGATE for call in operator.group_calls):
        # What it returns for a group are the rows: one, none, or as many as the group has.
        filled = Quantity(0, after.filled.high, after.filled.origins)
        return replace(after, rows=unknown(*after.rows.origins), filled=filled)
    return after


def _distinct(operator: Operator, before: Partitioning) -> Partitioning:
    return _grouped(operator, before, before.planned)


def _grouped(operator: Operator, before: Partitioning, count: Quantity) -> Partitioning:
    """One row for each key."""
    rows = Quantity(min(1, before.rows.low), before.rows.high, before.rows.origins)
    if operator.keys is not None:
        rows = rows.at_most(operator.keys)
    return _fallen_anew(before, count, rows)


def _concat(before: Partitioning, inputs: tuple[Partitioning, ...]) -> Partitioning:
    now = before
    for other in inputs:
        sizes = None
        if now.sizes is not None and other.sizes is not None:
            sizes = sizes_of((*runs_of(now.sizes), *runs_of(other.sizes)))
        now = Partitioning(
            now.count + other.count,
            now.rows + other.rows,
            now.filled + other.filled,
            now.planned + other.planned,
            sizes,
            merged_origins(now.size_origins, other.size_origins) if sizes else (),
            now.pieces.hull(other.pieces),
            _appended(now.dealing, other.dealing),
        )
    return now


def _appended(first: Dealing | None, second: Dealing | None) -> Dealing | None:
    return None if first is None or second is None else Appended(first, second)


def _gathered(before: Partitioning) -> Dealing | None:
    return None if before.dealing is None else Gathered(before.dealing)


def _join(
    join: Join | None, before: Partitioning, inputs: tuple[Partitioning, ...]
) -> Partitioning:
    """A hash join has the larger side's count, a broadcast join either's, a cross join both.

    Where the code asks for a strategy, a broadcast join has the right side's count; a left, semi
    or anti join has the left side's. An outer join is never a broadcast (measured on Daft 0.7.26).
    """
    if not inputs:
        return _NOTHING_KNOWN
    (other,), how = inputs, None if join is None else join.how
    strategy, larger = join and join.strategy, before.planned.at_least(other.planned)
    if how == "cross":
        count = before.planned * other.planned
    elif strategy in {"hash", "sort_merge"} or (strategy == "" and how == "outer"):
        count = larger
    elif strategy == "broadcast" and join is not None:
        count = before.planned if how == "left" or join.only_looks else other.planned
    elif how is None:
        count = before.planned.at_most(other.planned).hull(before.planned * other.planned)
    else:
        count = before.planned.at_most(other.planned).hull(larger)
    filled = between(0, count.high, *count.origins)
    if how == "cross":
        filled = before.filled * other.filled
    rows = _joined_rows(join, before.rows, other.rows)
    return Partitioning(count, rows, filled, count, pieces=between(1, math.inf))


def _joined_rows(join: Join | None, left: Quantity, right: Quantity) -> Quantity:
    """How many rows a join makes: pairs, and each row of a side that it keeps at least once."""
    if join is None:
        return unknown()
    if join.only_looks:
        return Quantity(0, left.high, left.origins)
    pairs = left * right
    if join.how == "cross":
        return pairs
    kept = {"left": (left,), "right": (right,), "outer": (left, right)}.get(join.how, ())
    low = max((side.low for side in kept), default=0)
    return Quantity(low, pairs.high + sum(side.high for side in kept), pairs.origins)


def _of_sets(method: str, before: Partitioning, inputs: tuple[Partitioning, ...]) -> Partitioning:
    """Partitions of the larger side where doubles go first, else of both (measured on Daft 0.7.26).

    All columns are the keys of a shuffle; of `daft.range` none was a broadcast. Rows are those of
    the left side that the right side has too, or lacks, or the rows of both.
    """
    both = _concat(before, inputs)
    if method == "union_all_by_name":
        return both
    (other,), count, rows = inputs, both.planned, between(0, before.rows.high)
    if method in {"except_distinct", "intersect"}:
        count = before.planned.at_least(other.planned)
    if method.startswith("intersect"):
        rows = rows.at_most(other.rows)
    elif method == "union_by_name":
        rows = Quantity(min(1, both.rows.low), both.rows.high)
    rows = Quantity(rows.low, rows.high, both.rows.origins)
    filled = filled_at_most(count, rows, surely=min(1, rows.low))
    return Partitioning(count, rows, filled, count, pieces=between(1, math.inf))


def _barrier(_: Operator, before: Partitioning) -> Partitioning:
    """What was gathered is kept as it came: a task may leave more than one partition."""
    if math.isinf(before.pieces.high):
        count = Quantity(before.count.low, math.inf, before.count.origins)
        filled = Quantity(before.filled.low, math.inf, before.filled.origins)
        return Partitioning(count, before.rows, filled, count)
    return replace(before, planned=before.count, pieces=exactly(1), dealing=_gathered(before))


def _window(operator: Operator, before: Partitioning) -> Partitioning:
    """All rows in one partition; with keys a shuffle into as many as before, some of them empty."""
    if operator.count is None:
        after = _fallen_anew(before, before.planned, before.rows)
        keys = operator.keys
        return after if keys is None else replace(after, filled=after.filled.at_most(keys))
    filled = before.filled.at_most(operator.count)
    return evenly(Partitioning(operator.count, before.rows, filled, operator.count))


def _offset(operator: Operator, before: Partitioning) -> Partitioning:
    """The first rows are left out; a partition without its rows may stay."""
    skipped, rows = operator.count or unknown(), before.rows
    low, high = max(0, rows.low - skipped.high), max(0, rows.high - skipped.low)
    after = _unsized(before, Quantity(low, high, merged_origins(rows.origins, skipped.origins)))
    is_one = after.count.known and after.count.low == 1
    return _in_one(after) if after.rows.known and is_one else after


def _in_one_partition(_: Operator, before: Partitioning) -> Partitioning:
    one = exactly(1, *before.count.origins)
    return Partitioning(one, between(1, math.inf), one, one)


def _sampled(operator: Operator, before: Partitioning) -> Partitioning:
    """So many rows at most, natively: Daft refuses a `size` on Ray."""
    return _unsized(before, before.rows.at_most(operator.count or unknown()))


# What steps do to partitions whose rows can't be followed otherwise (measured on Daft 0.7.26).
_OPAQUE: dict[str, Effect] = {
    "melt": _explode,
    "offset": _offset,
    "sample": _sampled,
    "skip_existing": _filter,
    "summarize": _in_one_partition,
    "unpivot": _explode,
}


def _opaque(operator: Operator, before: Partitioning) -> Partitioning:
    effect = _OPAQUE.get(operator.method)
    return _NOTHING_KNOWN if effect is None else effect(operator, before)


_EFFECTS: dict[OperatorKind, Effect] = {
    OperatorKind.PROJECT: _project,
    OperatorKind.FILTER: _filter,
    OperatorKind.EXPLODE: _explode,
    OperatorKind.SAMPLE: _sample,
    OperatorKind.HASH_REPARTITION: _hash,
    OperatorKind.RANDOM_REPARTITION: _random,
    OperatorKind.INTO_PARTITIONS: _into_partitions,
    OperatorKind.INTO_BATCHES: _into_batches,
    OperatorKind.SORT: _sort,
    OperatorKind.AGGREGATE: _aggregate,
    OperatorKind.DISTINCT: _distinct,
    OperatorKind.BARRIER: _barrier,
    OperatorKind.WINDOW: _window,
    OperatorKind.OPAQUE: _opaque,
}
