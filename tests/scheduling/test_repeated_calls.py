"""Which UDF calls one plan makes for several ways, because a frame meets itself in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.plan.pipeline import ActionKind, Join, Operator, OperatorKind, Plan
from daft_lint.scheduling.optimiser.rewriting import optimise
from daft_lint.scheduling.partitions.repeated_calls import Repeated, repeated_calls, shared_steps

ON_ID = Join("inner", frozenset({"id"}), frozenset({"id"}))


def numbered(*steps: Operator, first: int) -> list[Operator]:
    return [replace(step, number=number) for number, step in enumerate(steps, first)]


def met(make, left, right, *behind, shared=(), kind=OperatorKind.JOIN, **fields) -> Plan:
    """A frame with a UDF whose ways part after `shared`, and meet with these steps on each."""
    fields.setdefault("join", ON_ID if kind is OperatorKind.JOIN else None)
    common = numbered(make.pool(), *shared, first=1)
    source = replace(make.plan(None).source, number=99)
    other = Plan(source, (*common, *numbered(*right, first=10)))
    meeting = make.step(kind, reads=None, writes=None, inputs=(other,), **fields)
    own = numbered(*left, first=20)
    return Plan(source, (*common, *own, *numbered(meeting, *behind, first=30)))


def repeated(make, plan: Plan, action=None) -> list[Repeated]:
    return list(repeated_calls(optimise(plan, action or make.action()), action or make.action()))


def test_a_frame_that_is_joined_with_itself_runs_twice(make):
    (found,) = repeated(make, met(make, [], []))
    assert len(found.ways) == 2
    assert [step.number for step in found.meetings] == [30]
    assert not found.more


def test_the_ways_part_after_the_last_step_that_both_pass(make):
    plan = met(make, [], [make.where("out")], shared=[make.where("out")])
    (found,) = repeated(make, plan)
    assert [passed.step.number for passed in shared_steps(plan, found.operator)] == [1, 2]


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_side_that_leaves_the_column_out_does_not_run_it(make, side):
    sides = {"left": [], "right": [], side: [make.select("id")]}
    assert repeated(make, met(make, **sides)) == []


@pytest.mark.parametrize(
    ("columns", "times"), [(["out"], 0), (["right.out"], 0), (["out", "right.out"], 1)]
)
def test_a_selection_after_a_join_says_which_side_is_read(make, columns, times):
    assert len(repeated(make, met(make, [], [], make.select(*columns)))) == times


def test_a_count_reads_no_column_of_a_join_but_its_keys(make):
    count = make.action(ActionKind.COUNT)
    keys = Join("inner", frozenset({"out"}), frozenset({"out"}))
    assert repeated(make, met(make, [], []), count) == []
    assert len(repeated(make, met(make, [], [], join=keys), count)) == 1


@pytest.mark.parametrize("kept", [True, False])
def test_an_aggregation_reads_what_it_aggregates_where_its_columns_are_read(make, kept):
    aggregation = make.step(
        OperatorKind.AGGREGATE,
        reads=frozenset({"id", "out"}),
        writes=None,
        keeps=frozenset({"id", "mean"}),
        surely_reads=frozenset({"id"}),
    )
    columns = ["out", "mean"] if kept else ["out"]
    assert len(repeated(make, met(make, [], [aggregation], make.select(*columns)))) == kept


@pytest.mark.parametrize("join", [None, replace(ON_ID, how="semi"), replace(ON_ID, how="anti")])
def test_a_join_that_leaves_rows_out_or_that_nobody_knows_tells_nothing(make, join):
    assert repeated(make, met(make, [], [make.where("out")], join=join)) == []


@pytest.mark.parametrize("how", ["semi", "anti"])
@pytest.mark.parametrize("kept", [True, False])
def test_a_join_that_compares_the_column_leaves_no_row_out_before_it_is_made(make, how, kept):
    project = OperatorKind.PROJECT
    made = make.step(project, reads=frozenset({"out"}), writes=frozenset({"key"}))
    keys = Join(how, frozenset({"key" if kept else "id"}), frozenset({"out"}))
    assert len(repeated(make, met(make, [made], [], join=keys))) == kept


def test_a_filter_that_may_run_before_a_join_tells_nothing(make):
    assert repeated(make, met(make, [], [], make.where("path"))) == []
    assert len(repeated(make, met(make, [], [], make.where("out")))) == 1


def test_filters_that_part_the_rows_before_the_udf_leave_each_row_one_way(make):
    concat = OperatorKind.CONCAT
    assert repeated(make, met(make, [make.where("path")], [make.where("path")], kind=concat)) == []
    assert len(repeated(make, met(make, [make.where("out")], [], kind=concat))) == 1


@pytest.mark.parametrize("place", ["left", "right", "behind"])
def test_a_limit_may_end_one_way_before_its_last_row(make, place):
    sides = {"left": [], "right": [], "behind": [], place: [make.limit(5)]}
    behind = sides.pop("behind")
    assert repeated(make, met(make, *sides.values(), *behind)) == []


def test_a_limit_behind_a_sort_ends_nothing(make):
    sort = make.step(OperatorKind.SORT, reads=frozenset({"out"}))
    assert len(repeated(make, met(make, [], [], sort, make.limit(5)))) == 1


@pytest.mark.parametrize("kind", [OperatorKind.BARRIER, OperatorKind.OPAQUE])
def test_another_frame_may_go_on_behind_a_step(make, kind):
    assert repeated(make, met(make, [], [], shared=[make.step(kind, maybe=True)])) == []


def test_what_was_collected_does_not_run_again(make):
    assert repeated(make, met(make, [], [], shared=[make.step(OperatorKind.BARRIER)])) == []


def test_a_step_that_may_be_missing_on_one_way_tells_nothing(make):
    plan = met(make, [], [])
    first, meeting = plan.operators
    (other,) = meeting.inputs
    maybe = Plan(other.source, (replace(first, maybe=True),))
    assert repeated(make, Plan(plan.source, (first, replace(meeting, inputs=(maybe,))))) == []


def test_there_may_be_more_ways_that_get_other_rows(make):
    plan = met(make, [], [], kind=OperatorKind.CONCAT)
    (narrowed,) = numbered(make.where("path"), first=50)
    third = Plan(plan.source, (plan.operators[0], narrowed))
    (found,) = repeated(make, plan.then(replace(plan.operators[-1], number=40, inputs=(third,))))
    assert len(found.ways) == 2
    assert found.more
