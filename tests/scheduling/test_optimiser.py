from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.plan.pipeline import ActionKind, OperatorKind, UdfCall, UdfKind
from daft_lint.scheduling.optimiser.rewriting import optimise


def kinds(optimised):
    return [step.kind for step in optimised.plan.operators]


def optimised(make, *steps, action=None):
    return optimise(make.plan(1000, *steps), action or make.action())


def test_a_filter_on_other_columns_runs_before_the_udf(make):
    result = optimised(make, make.pool(), make.into_batches(10), make.where("path"))

    assert kinds(result) == [
        OperatorKind.FILTER,
        OperatorKind.PROJECT,
        OperatorKind.INTO_BATCHES,
    ]


def test_a_filter_on_the_udf_column_stays(make):
    result = optimised(make, make.pool(), make.where("out"))

    assert kinds(result) == [OperatorKind.PROJECT, OperatorKind.FILTER]


def test_of_a_conjunction_only_the_part_on_other_columns_moves(make):
    result = optimised(make, make.pool(), make.where("out"), make.where("path"))

    assert [step.reads for step in result.plan.operators] == [{"path"}, {"path"}, {"out"}]
    assert kinds(result) == [OperatorKind.FILTER, OperatorKind.PROJECT, OperatorKind.FILTER]


def test_a_filter_whose_columns_are_unknown_stays(make):
    result = optimised(make, make.pool(), make.step(OperatorKind.FILTER, reads=None))

    assert kinds(result) == [OperatorKind.PROJECT, OperatorKind.FILTER]


def test_a_filter_that_calls_a_udf_goes_before_repartitions_too(make):
    call = UdfCall(make.udf(), make.action().span, frozenset({"path"}))
    steps = (make.column("x", "y"), make.into_partitions(4), make.where("path", calls=(call,)))

    assert kinds(optimised(make, *steps)) == [
        OperatorKind.FILTER,
        OperatorKind.PROJECT,
        OperatorKind.INTO_PARTITIONS,
    ]


@pytest.mark.parametrize(("scans", "udf_first"), [(False, True), (True, False)])
def test_a_udf_in_a_filter_runs_before_the_filters_beside_it_unless_a_scan_does_these(
    make, scans, udf_first
):
    call = UdfCall(make.udf(), make.action().span, frozenset({"path"}))
    plan = make.plan(100, make.where("x"), make.where("path", calls=(call,)))
    source = replace(plan.source, in_memory=not scans, name="daft.read_parquet")
    result = optimise(replace(plan, source=source), None)

    assert [bool(step.calls) for step in result.plan.operators] == [udf_first, not udf_first]


def test_a_filter_goes_into_both_sides_of_a_concat(make):
    other = make.plan(10, make.pool())
    concat = make.step(OperatorKind.CONCAT, inputs=(other,))
    result = optimised(make, make.pool(), concat, make.where("path"))

    assert kinds(result) == [OperatorKind.FILTER, OperatorKind.PROJECT, OperatorKind.CONCAT]
    (side,) = result.plan.operators[-1].inputs
    assert [step.kind for step in side.operators] == [OperatorKind.FILTER, OperatorKind.PROJECT]


def test_a_limit_runs_before_the_udf_and_the_repartition(make):
    result = optimised(make, make.into_partitions(4), make.pool(), make.limit(3))

    assert kinds(result) == [
        OperatorKind.LIMIT,
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.PROJECT,
    ]


def test_an_offset_goes_with_its_limit(make):
    # Daft 0.7.26: limit(130).offset(30) of 6 times 100 rows, behind a UDF: it got 70 and 30.
    offset = make.step(OperatorKind.OPAQUE, 30, method="offset")
    result = optimised(make, make.pool(), make.limit(130), offset)

    assert [step.method for step in result.plan.operators][:2] == ["limit", "offset"]


def test_show_limits_the_plan(make):
    action = make.action(ActionKind.SHOW, 8)
    result = optimised(make, make.pool(), action=action)

    assert kinds(result) == [OperatorKind.LIMIT, OperatorKind.PROJECT]
    assert result.plan.operators[0].count.count == 8


def test_of_two_limits_the_smaller_counts(make):
    result = optimised(make, make.limit(3), make.pool(), make.limit(10))

    assert kinds(result) == [OperatorKind.LIMIT, OperatorKind.PROJECT]
    assert result.plan.operators[0].count.count == 3
    assert result.dropped[0].operator.count.count == 10


def test_a_limit_stays_behind_a_sort_a_filter_and_an_explode(make):
    for kind in (OperatorKind.SORT, OperatorKind.FILTER, OperatorKind.EXPLODE):
        result = optimised(make, make.step(kind, reads=None), make.limit(3))
        assert kinds(result) == [kind, OperatorKind.LIMIT]


def test_a_limit_stays_behind_a_projection_that_may_explode(make):
    result = optimised(make, make.column("x", "y", may_explode=True), make.limit(3))

    assert kinds(result) == [OperatorKind.PROJECT, OperatorKind.LIMIT]


def test_of_back_to_back_repartitions_only_the_last_runs(make):
    first, second = make.random_repartition(3), make.into_partitions(5)
    result = optimised(make, first, second)

    assert result.plan.operators == (second,)
    assert result.dropped[0].operator == first
    assert result.dropped[0].by == second


def test_a_filter_that_moves_away_makes_repartitions_meet(make):
    result = optimised(make, make.into_partitions(3), make.where("x"), make.into_partitions(5))

    assert kinds(result) == [OperatorKind.FILTER, OperatorKind.INTO_PARTITIONS]


def test_a_limit_that_moves_away_comes_too_late_for_that(make):
    result = optimised(make, make.into_partitions(3), make.limit(7), make.into_partitions(5))

    assert result.dropped == ()


def test_of_back_to_back_into_batches_only_the_last_runs(make):
    result = optimised(make, make.into_batches(3), make.into_batches(5))

    assert [step.count.count for step in result.plan.operators] == [5]


def test_into_batches_then_repartition_both_run(make):
    result = optimised(make, make.into_batches(10), make.random_repartition(3))

    assert result.dropped == ()


def test_a_step_that_only_some_runs_take_drops_nothing(make):
    maybe = make.step(OperatorKind.INTO_PARTITIONS, 5, maybe=True)
    for steps in ((make.into_partitions(3), maybe), (make.into_partitions(3), maybe)):
        assert optimised(make, *steps).dropped == ()


def test_nothing_moves_across_a_barrier_and_what_is_before_it_is_finished(make):
    barrier = make.step(OperatorKind.BARRIER)
    result = optimised(make, make.pool(), barrier, make.where("path"), make.select("path"))

    assert kinds(result)[:2] == [OperatorKind.PROJECT, OperatorKind.BARRIER]
    assert result.finished == 2
    assert result.unused == ()


def test_a_udf_that_another_way_of_the_plan_needs_runs(make):
    udf = make.pool()
    other = make.plan(1000, udf)
    joined = make.step(OperatorKind.CONCAT, inputs=(other,))

    assert optimised(make, udf, make.select("path"), joined).unused == ()


def test_a_udf_whose_column_is_not_selected_does_not_run(make):
    result = optimised(make, make.pool(), make.select("path"))

    assert [call.output for call in result.unused] == ["out"]
    assert not any(step.calls for step in result.plan.operators)


def test_a_udf_whose_column_a_filter_reads_runs(make):
    result = optimised(make, make.pool(), make.where("out"), make.select("path"))

    assert result.unused == ()


def test_counting_rows_runs_no_udf_whose_column_is_left_out(make):
    steps = (make.pool(), make.select("path"))
    result = optimised(make, *steps, action=make.action(ActionKind.COUNT))

    assert len(result.unused) == 1


def test_the_length_of_rows_that_are_there_runs_no_udf(make):
    action = replace(make.action(ActionKind.COUNT), method="__len__")

    assert len(optimised(make, make.pool(), action=action).unused) == 1


def test_an_overwritten_column_is_not_computed(make):
    result = optimised(make, make.pool(4, output="x"), make.pool(8, output="x"))

    assert [call.udf.concurrency.count for call in result.unused] == [4]


def test_a_chain_of_udfs_nobody_reads_is_dropped_whole(make):
    first, second = make.pool(output="a"), make.pool(output="b", reads="a")
    result = optimised(make, first, second, make.select("path"))

    assert len(result.unused) == 2


def test_a_udf_without_a_column_of_its_own_runs(make):
    call = UdfCall(make.udf(), make.action().span)
    step = make.step(OperatorKind.PROJECT, reads=None, calls=(call,))

    assert optimised(make, step, make.select("path")).unused == ()


def test_a_generator_runs_because_it_changes_the_rows(make):
    result = optimised(make, make.pool(kind=UdfKind.GENERATOR), make.select("path"))

    assert result.unused == ()


def test_an_unknown_step_needs_every_column(make):
    opaque = make.step(OperatorKind.OPAQUE, reads=None, writes=None)

    assert optimised(make, make.pool(), opaque, make.select("path")).unused == ()


def test_the_other_side_of_a_join_is_optimised_and_its_pools_run(make):
    other = make.plan(10, make.pool(), make.where("path"))
    join = make.step(OperatorKind.JOIN, inputs=(other,), reads=None, writes=None)
    plan = make.plan(1000, join)

    result = make.prediction(2, plan)

    (side,) = result.optimised.plan.operators[0].inputs
    assert [step.kind for step in side.operators] == [OperatorKind.FILTER, OperatorKind.PROJECT]
    assert len(result.pools) == 1


def test_an_async_udf_is_no_pool(make):
    step = make.pool()
    call = replace(step.calls[0], udf=replace(step.calls[0].udf, is_async=True))

    assert make.prediction(2, make.plan(100, replace(step, calls=(call,)))).pools == ()


def test_a_udf_without_concurrency_is_no_pool(make):
    assert make.prediction(2, make.plan(100, make.pool(None))).pools == ()
