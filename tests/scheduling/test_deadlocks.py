"""Which plans wait for ever, beside the cases of `hanging-limit`: what a branch leaves open."""

from dataclasses import replace

import pytest

from daft_lint.plan.pipeline import OperatorKind
from daft_lint.scheduling.optimiser.deadlocks import deadlocks
from daft_lint.scheduling.optimiser.rewriting import optimise


def found(make, *steps, action=None):
    plan = optimise(make.plan(1_000, *steps), action).plan
    return [(hang.limit.kind, hang.other.kind) for hang in deadlocks(plan)]


A_HANG = [(OperatorKind.LIMIT, OperatorKind.INTO_PARTITIONS)]


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


def test_two_steps_of_a_kind_do_not_hang(make):
    assert found(make, make.limit(10), make.limit(5)) == []
    assert found(make, make.into_partitions(4), make.column("y"), make.into_partitions(2)) == []
