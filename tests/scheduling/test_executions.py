"""Which UDF calls a pipeline runs, on which rows, and whether on all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.plan.pipeline import ActionKind, Operator, OperatorKind
from daft_lint.scheduling.optimiser.rewriting import optimise
from daft_lint.scheduling.partitions.executions import Execution, executions, runs_on_sample


def run(make, *steps: Operator, action=None) -> list[Execution]:
    numbered = (replace(step, number=number) for number, step in enumerate(steps, 1))
    plan = make.plan(None, *numbered)
    return list(executions(optimise(plan, action or make.action())))


def only_execution(make, *steps: Operator, action=None) -> Execution:
    (found,) = run(make, *steps, action=action)
    return found


def test_a_udf_runs_on_all_its_rows(make):
    found = only_execution(make, make.pool())

    assert found.whole
    assert found.narrowed == ()


def test_a_count_may_run_a_udf_that_makes_one_of_several_columns(make):
    found = only_execution(make, make.pool(), action=make.action(ActionKind.COUNT))
    assert found.call.doubtful


def test_a_count_runs_the_udf_that_makes_the_only_column(make):
    steps = (make.pool(), make.select("out"))
    found = only_execution(make, *steps, action=make.action(ActionKind.COUNT))
    assert not found.call.doubtful


def test_a_count_of_rows_filtered_by_the_column_runs_the_udf(make):
    assert only_execution(
        make, make.pool(), make.where("out"), action=make.action(ActionKind.COUNT)
    ).whole


def test_a_show_takes_only_the_first_rows(make):
    show = make.action(ActionKind.SHOW, rows=8)

    assert not only_execution(make, make.pool(), action=show).whole
    assert not only_execution(make, make.pool(), make.where("out"), action=show).whole


def test_a_show_of_sorted_rows_takes_all_of_them(make):
    show = make.action(ActionKind.SHOW, rows=8)

    assert only_execution(
        make, make.pool(), make.step(OperatorKind.SORT, reads={"out"}), action=show
    ).whole


def test_a_filter_on_other_columns_narrows_what_the_udf_gets(make):
    narrowed = only_execution(make, make.pool(), make.where("path")).narrowed

    assert [step.number for step in narrowed] == [2]


def test_a_filter_on_the_column_itself_narrows_nothing(make):
    assert only_execution(make, make.pool(), make.where("out")).narrowed == ()


def test_a_filter_that_may_read_anything_may_narrow(make):
    unknown = make.step(OperatorKind.FILTER, reads=None)
    on_the_column = replace(unknown, surely_reads=frozenset({"out"}))

    assert len(only_execution(make, make.pool(), unknown).narrowed) == 1
    assert only_execution(make, make.pool(), on_the_column).narrowed == ()


@pytest.mark.parametrize(("step", "same"), [("out", True), ("path", False)])
def test_the_same_call_on_the_same_rows_is_the_same_work(make, step, same):
    alone, filtered = (
        only_execution(make, make.pool()),
        only_execution(make, make.pool(), make.where(step)),
    )

    assert (alone.work == filtered.work) is same


@pytest.mark.parametrize(("rows", "sample"), [(999, True), (1_000, False), (None, False)])
def test_a_sample_is_less_than_a_thousand_rows(make, rows, sample):
    pool = replace(make.pool(), number=1)
    flow = make.prediction(2, make.plan(rows, pool)).flow

    assert runs_on_sample(flow, pool) is sample
