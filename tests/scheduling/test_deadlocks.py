"""Which plans wait for ever; the measurement stands in `deadlocks.py`."""

from dataclasses import replace

import pytest

from daft_lint.plan.pipeline import ActionKind, Join, OperatorKind
from daft_lint.scheduling.optimiser.deadlocks import deadlocks
from daft_lint.scheduling.optimiser.rewriting import optimise


def found(make, *steps, action=None):
    plan = optimise(make.plan(1_000, *steps), action).plan
    return [(hang.limit.kind, hang.other.kind) for hang in deadlocks(plan)]


A_HANG = [(OperatorKind.LIMIT, OperatorKind.INTO_PARTITIONS)]


def test_a_limit_on_either_side_hangs(make):
    assert found(make, make.limit(10), make.into_partitions(4)) == A_HANG
    assert found(make, make.into_partitions(4), make.limit(10)) == A_HANG


def test_a_show_hangs_like_a_limit(make):
    show = make.action(ActionKind.SHOW, 8)

    assert found(make, make.into_partitions(4), action=show) == A_HANG


def test_columns_filters_and_pools_between_do_not_help(make):
    pool = make.pool(2, 100)
    steps = (make.column("y", "x"), pool, make.where(*{call.output for call in pool.calls}))

    assert found(make, make.into_partitions(4), *steps, make.limit(10)) == A_HANG


@pytest.mark.parametrize(
    "kind",
    [
        OperatorKind.BARRIER,
        OperatorKind.SORT,
        OperatorKind.INTO_BATCHES,
        OperatorKind.AGGREGATE,
        OperatorKind.JOIN,
        OperatorKind.OPAQUE,
    ],
)
def test_what_gathers_its_rows_between_keeps_it_from_hanging(make, kind):
    assert found(make, make.limit(10), make.step(kind, 5), make.into_partitions(4)) == []


def test_a_limit_that_daft_moves_across_batches_hangs(make):
    assert found(make, make.into_partitions(4), make.into_batches(5), make.limit(10)) == A_HANG


def test_the_first_rows_of_a_sort_are_gathered(make):
    sort = make.step(OperatorKind.SORT)

    assert found(make, sort, make.limit(10), make.into_partitions(4)) == []


def test_one_of_the_two_may_stand_in_a_branch(make):
    limit, split = make.limit(10, maybe=True), make.into_partitions(4)

    assert found(make, limit, split) == A_HANG
    assert found(make, split, limit) == A_HANG
    assert found(make, limit, replace(split, maybe=True)) == []


def test_one_in_a_branch_hides_no_other(make):
    some = replace(make.into_partitions(2), maybe=True)
    plan = make.plan(1_000, make.limit(10), some, make.into_partitions(4))

    assert [hang.other.maybe for hang in deadlocks(plan)] == [True, False]


def test_what_gathers_its_rows_in_a_branch_says_nothing_of_the_other(make):
    sort = make.step(OperatorKind.SORT, maybe=True)

    assert found(make, make.limit(10), sort, make.into_partitions(4)) == []


def test_other_sides_of_a_join_are_looked_at(make):
    side = make.plan(10, make.limit(5), make.into_partitions(2))

    assert found(make, make.step(OperatorKind.JOIN, inputs=(side,))) == A_HANG


def test_a_limit_on_either_side_of_a_cross_join_hangs(make):
    cross = {"join": Join("cross")}
    limited, whole = make.plan(10, make.limit(5), make.column("y")), make.plan(10)
    hang = [(OperatorKind.LIMIT, OperatorKind.JOIN)]

    assert (
        found(make, make.limit(5), make.step(OperatorKind.JOIN, inputs=(whole,), **cross)) == hang
    )
    assert found(make, make.step(OperatorKind.JOIN, inputs=(limited,), **cross)) == hang
    assert found(make, make.step(OperatorKind.JOIN, inputs=(whole,), **cross), make.limit(5)) == []
    inner = make.step(OperatorKind.JOIN, inputs=(limited,), join=Join("inner"))
    assert found(make, make.limit(5), inner) == []


def test_two_steps_of_a_kind_do_not_hang(make):
    assert found(make, make.limit(10), make.limit(5)) == []
    assert found(make, make.into_partitions(4), make.column("y"), make.into_partitions(2)) == []
