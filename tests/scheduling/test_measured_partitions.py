"""Partitions after each kind of step, as measured or as Daft's source says."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from daft_lint.plan.pipeline import Join, OperatorKind, UdfKind
from daft_lint.plan.quantity import OriginKind, between, exactly, unknown
from daft_lint.scheduling.partitions.flow import flow


def after(make, *steps, rows=800, partitions=8):
    return flow(make.plan(rows, *steps, partitions=partitions)).end


def test_a_source_spreads_known_rows_over_known_partitions(make):
    assert after(make, rows=1000, partitions=4).sizes == (250, 250, 250, 250)
    assert after(make, rows=3, partitions=8).sizes == (1, 1, 1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (3, (300, 300, 200)),
        (4, (200,) * 4),
        (8, (100,) * 8),
        (16, (50,) * 16),
        (1, (800,)),
    ],
)
def test_into_partitions_merges_and_splits_neighbours(make, count, sizes):
    assert after(make, make.into_partitions(count)).sizes == sizes


def test_into_partitions_rounds_the_parts_of_one_partition_up(make):
    end = after(make, make.into_partitions(3), rows=1600, partitions=1)

    assert end.sizes == (534, 534, 532)


def test_into_partitions_that_cuts_unevenly_may_make_more_than_asked(make):
    end = after(make, make.into_partitions(12))

    assert end.count.low == 12
    assert end.count.high == 16
    assert end.sizes is None


def test_a_cut_leaves_no_partition_empty_while_rows_suffice(make):
    filled = after(make, make.into_partitions(12)).filled
    assert (filled.low, filled.high) == (12, 16)

    # Of five rows in four parts, the last is empty, since each part is rounded up.
    assert after(make, make.into_partitions(7), rows=10, partitions=2).filled.low == 2


def test_partitions_with_rows_stay_some_when_they_are_merged_or_cut(make):
    explode = make.step(OperatorKind.EXPLODE, count=between(1, math.inf))

    assert after(make, explode, make.into_partitions(12)).filled.low == 8
    # Groups of three, three and two.
    assert after(make, explode, make.into_partitions(3)).filled.low == 3
    some = after(make, explode, make.into_partitions(3), partitions=between(1, math.inf))
    assert some.filled.low == 1


def test_a_filter_of_one_partition_leaves_rows_for_an_equal_split(make):
    filtered = replace(make.where("x"), rows=exactly(647))

    end = after(make, filtered, make.into_partitions(10), rows=1294, partitions=1)

    assert end.filled == exactly(10, *end.filled.origins)
    assert sum(end.sizes) == 647


@pytest.mark.parametrize("rows", [10, 100])
def test_a_small_limit_takes_its_rows_from_one_partition(make, rows):
    end = after(make, make.limit(rows))

    assert end.count.count == 1
    assert end.rows.count == rows


def test_a_limit_takes_as_many_partitions_as_its_rows_fill(make):
    end = after(make, make.limit(250))

    assert end.count.count == 3
    assert end.rows.count == 250


def test_batches_of_files_behind_a_limit_come_from_several_tasks(make):
    """Of 10 batches, four tasks on 8 CPUs took 6, 2, 1 and 1."""
    plan = make.plan(80_000, make.limit(1_000), make.pool(batch_size=100), partitions=40)
    files = replace(plan.source, name="daft.read_parquet", in_memory=False)
    end = flow(replace(plan, source=files)).end

    assert (end.rows.count, end.count.low, end.count.high, end.sizes) == (1_000, 1, 10, None)


def test_a_limit_beyond_the_rows_keeps_them_all(make):
    end = after(make, make.limit(10_000))

    assert end.rows.count == 800
    assert end.count.count == 8


def test_a_limit_after_a_sort_leaves_one_partition(make):
    end = after(make, make.step(OperatorKind.SORT), make.limit(10))

    assert end.sizes == (10,)


@pytest.mark.parametrize("kind", [OperatorKind.SORT, OperatorKind.AGGREGATE, OperatorKind.DISTINCT])
def test_sort_groups_and_distinct_keep_the_count(make, kind):
    end = after(make, make.step(kind))

    assert end.count.count == 8
    assert end.rows.high == 800


@pytest.mark.parametrize(("kind", "most"), [(UdfKind.BATCH, math.inf), (UdfKind.AGGREGATE, 5)])
def test_a_udf_of_groups_makes_rows_as_it_likes(make, kind, most):
    """Of 80 rows in five groups, one that returned each row twice made 160 (tests/native)."""
    (call,) = make.pool(kind=kind).calls
    fields = {"group_calls": (call,), "keys": exactly(5)}
    end = after(make, make.step(OperatorKind.AGGREGATE, **fields))

    assert (end.rows.high, end.filled.high) == (most, 5)


def test_an_aggregate_without_groups_makes_one_row(make):
    end = after(make, make.step(OperatorKind.AGGREGATE, 1))

    assert end.sizes == (1,)


@pytest.mark.parametrize(
    ("rows", "partitions", "batch", "sizes"),
    [
        (4000, 8, 1000, (1000,) * 4),
        (1600, 1, 64, (64,) * 25),
        (1000, 1, 200, (200,) * 5),
        (320, 16, 200, (160, 160)),
        (100, 1, 1000, (100,)),
        (100, 1, 30, (30, 30, 30, 10)),
    ],
)
def test_into_batches_gathers_until_80_per_cent(make, rows, partitions, batch, sizes):
    assert after(make, make.into_batches(batch), rows=rows, partitions=partitions).sizes == sizes


def test_concat_adds_partitions_up(make):
    concat = make.step(OperatorKind.CONCAT, inputs=(make.plan(400, partitions=4),))

    end = after(make, concat)

    assert end.sizes == (100,) * 12
    assert end.rows.count == 1200


def test_explode_keeps_partitions_and_loses_count_of_rows(make):
    end = after(make, make.step(OperatorKind.EXPLODE))

    assert end.count.count == 8
    assert math.isinf(end.rows.high)
    assert (end.filled.low, end.filled.high) == (0, 8)


def test_an_explode_that_keeps_rows_without_items_empties_no_partition(make):
    end = after(make, make.step(OperatorKind.EXPLODE, count=between(1, math.inf)))

    assert (end.filled.low, end.filled.high) == (8, 8)
    assert (end.rows.low, end.rows.high) == (800, math.inf)


def test_a_filter_keeps_partitions_of_which_any_may_end_empty(make):
    end = after(make, make.where("x"))

    assert end.count.count == 8
    assert (end.filled.low, end.filled.high) == (0, 8)
    assert (end.rows.low, end.rows.high) == (0, 800)


def test_a_join_is_bounded_by_both_sides(make):
    join = make.step(OperatorKind.JOIN, inputs=(make.plan(400, partitions=4),))

    end = after(make, join)

    assert end.count.low <= 4
    assert end.count.high >= 8
    assert math.isinf(end.rows.high)


def test_a_repartition_without_a_number_keeps_the_count(make):
    assert after(make, make.random_repartition(None)).count.count == 8


def test_a_hash_repartition_says_what_it_takes_the_keys_for(make):
    end = after(make, make.hash_repartition(2), rows=1000, partitions=1)

    assert sorted(end.sizes) == pytest.approx([490, 510], abs=2)
    assert OriginKind.ASSUMPTION in {origin.kind for origin in end.size_origins}


def test_a_random_repartition_of_many_partitions_is_rougher_than_of_one(make):
    sizes = after(make, make.random_repartition(8), partitions=1).sizes
    many = after(make, make.random_repartition(8)).sizes

    assert max(many) - min(many) > max(sizes) - min(sizes)


def test_an_unknown_step_tells_nothing(make):
    end = after(make, make.step(OperatorKind.OPAQUE))

    assert end.count == unknown()
    assert end.sizes is None


def test_a_step_in_a_branch_leaves_both_counts_possible(make):
    end = after(make, make.step(OperatorKind.INTO_PARTITIONS, 2, maybe=True))

    assert (end.count.low, end.count.high) == (2, 8)
    assert end.rows.count == 800


def test_what_is_gathered_after_groups_may_lie_in_more_partitions(make):
    end = after(make, make.step(OperatorKind.AGGREGATE), make.step(OperatorKind.BARRIER))

    assert end.count.low == 8
    assert math.isinf(end.count.high)


@pytest.mark.parametrize(
    ("rows", "filled"), [(647, (10, 10)), (50_000_000, (10, 10)), (40, (1, 10))]
)
def test_a_random_repartition_behind_a_filter_fills_what_the_odds_say(make, rows, filled):
    """647 rows of at most eight partitions filled all ten in each run on Ray (2026-11-28).

    All partitions before it split their rows by the same picks.
    """
    steps = (make.where("id", kept=between(0.5, 0.5)), make.random_repartition(10))

    end = after(make, *steps, rows=2 * rows)

    assert (end.filled.low, end.filled.high) == filled
    if filled[0] == filled[1]:
        assert end.sizes is not None
        assert end.rows.count == sum(end.sizes)


def test_few_rows_may_leave_partitions_of_a_shuffle_empty(make):
    end = after(make, make.random_repartition(10), rows=40, partitions=1)

    assert end.filled.low < 10 == end.filled.high


@pytest.mark.parametrize(
    ("how", "strategy", "left", "right", "count"),
    [
        ("inner", "hash", 8, 4, 8),
        ("inner", "sort_merge", 8, 1, 8),
        ("right", "hash", 1, 8, 8),
        ("inner", "broadcast", 8, 4, 4),
        ("inner", "broadcast", 1, 8, 8),
        ("left", "broadcast", 8, 1, 8),
        ("right", "broadcast", 1, 8, 8),
        ("semi", "broadcast", 8, 1, 8),
        ("anti", "broadcast", 8, 1, 8),
        ("outer", "", 8, 4, 8),
        ("cross", "", 2, 3, 6),
    ],
)
def test_a_join_by_a_strategy_has_the_count_of_one_side(make, how, strategy, left, right, count):
    join = Join(how, strategy=strategy)
    other = make.plan(800, partitions=right)
    end = after(make, make.step(OperatorKind.JOIN, join=join, inputs=(other,)), partitions=left)

    assert end.count.count == count


@pytest.mark.parametrize(
    ("how", "low", "high"),
    [
        ("inner", 0, 1_600),
        ("left", 800, 2_400),
        ("right", 2, 1_602),
        ("outer", 800, 2_402),
        ("semi", 0, 800),
        ("anti", 0, 800),
        ("cross", 1_600, 1_600),
    ],
)
def test_a_join_makes_pairs_and_keeps_the_rows_of_its_sides(make, how, low, high):
    other = make.plan(2, partitions=2)
    end = after(make, make.step(OperatorKind.JOIN, join=Join(how), inputs=(other,)))

    assert (end.rows.low, end.rows.high) == (low, high)
    assert end.filled.low == (16 if how == "cross" else 0)
    # Daft broadcasts a side, or shuffles: 4 partitions for 8 and 4, seen on Ray.
    assert (end.count.low, end.count.high) == {"outer": (8, 8), "cross": (16, 16)}.get(how, (2, 8))


@pytest.mark.parametrize(
    ("method", "left", "right", "count", "rows"),
    [
        ("intersect", 8, 2, 8, (0, 400)),
        ("intersect", 1, 4, 4, (0, 400)),
        ("except_distinct", 2, 8, 8, (0, 800)),
        ("except_distinct", 4, 1, 4, (0, 800)),
        ("intersect_all", 8, 3, 11, (0, 400)),
        ("except_all", 1, 1, 2, (0, 800)),
        ("union_by_name", 4, 4, 8, (1, 1_200)),
        ("union_all_by_name", 8, 3, 11, (1_200, 1_200)),
    ],
)
def test_sets_of_rows_have_the_count_of_the_larger_side_or_of_both(
    make, method, left, right, count, rows
):
    other = make.plan(400, partitions=right)
    step = make.step(OperatorKind.OPAQUE, method=method, inputs=(other,))
    end = after(make, step, rows=800, partitions=left)

    assert end.count.count == count
    assert (end.rows.low, end.rows.high) == rows
    assert end.filled.low == (count if method == "union_all_by_name" else rows[0])


def test_a_window_with_keys_is_a_shuffle(make):
    """Five keys left three of eight partitions empty."""
    end = after(make, make.step(OperatorKind.WINDOW))

    assert (end.count.count, end.rows.count) == (8, 800)
    assert (end.filled.low, end.filled.high) == (1, 8)


def test_a_window_fills_no_more_partitions_than_it_has_keys(make):
    end = after(make, make.step(OperatorKind.WINDOW, keys=exactly(5)))

    assert (end.filled.low, end.filled.high) == (1, 5)


def test_a_window_without_keys_is_one_piece(make):
    """800 rows of 8 partitions went to one of four actors in one call, on Ray and natively."""
    end = after(make, make.step(OperatorKind.WINDOW, exactly(1)))

    assert (end.sizes, end.pieces.count) == ((800,), 1)


@pytest.mark.parametrize(
    ("share", "rows", "sizes"),
    [(0.5, 800, (50,) * 8), (0.55, 800, (56,) * 8), (0.001, 800, (1,) * 8), (0.5, 4, (1,) * 4)],
)
def test_a_sample_rounds_the_share_of_each_partition_up(make, share, rows, sizes):
    end = after(make, make.step(OperatorKind.SAMPLE, exactly(share)), rows=rows)

    assert (*filter(None, end.sizes),) == sizes
    assert end.rows.count == sum(sizes)
    assert end.filled.count == len(sizes)


def test_a_sample_of_unknown_rows_empties_no_partition(make):
    end = after(make, make.step(OperatorKind.SAMPLE, exactly(0.5)), rows=between(100, math.inf))

    assert (end.rows.low, end.filled.low) == (50, 8)
    unclear = after(make, make.step(OperatorKind.SAMPLE, between(0, 1)))
    assert (unclear.rows.low, unclear.filled.low) == (0, 0)


def test_a_sample_of_so_many_rows_has_no_more(make):
    end = after(make, make.step(OperatorKind.OPAQUE, exactly(10), method="sample"), partitions=1)

    assert (end.rows.count, end.count.count) == (10, 1)
    of_many = after(make, make.step(OperatorKind.OPAQUE, exactly(10), method="sample"))
    assert of_many.rows.count == 10
    assert (of_many.sizes, of_many.filled.low) == (None, 0)


@pytest.mark.parametrize(
    ("limit", "offset", "rows", "partitions"), [(20, 5, 15, 1), (250, 5, 245, 3), (20, 30, 0, 1)]
)
def test_an_offset_leaves_out_the_first_rows_of_a_limit(make, limit, offset, rows, partitions):
    step = make.step(OperatorKind.OPAQUE, offset, method="offset")
    end = after(make, make.limit(limit), step)

    assert end.rows.count == rows
    assert end.count.count == partitions


def test_unpivot_keeps_the_partitions_and_summarize_leaves_one(make):
    unpivoted = after(make, make.step(OperatorKind.OPAQUE, method="unpivot"))
    summary = after(make, make.step(OperatorKind.OPAQUE, method="summarize"))

    assert (unpivoted.count.count, unpivoted.rows.known) == (8, False)
    assert summary.count.count == 1
