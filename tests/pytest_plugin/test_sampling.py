"""What is known of the data of a test says nothing of production, unless there is much of it."""

from __future__ import annotations

import math

import pytest

from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, Plan, Source
from daft_lint.plan.quantity import Quantity, between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.pytest_plugin.fixture import without_samples

SPAN = Span("plan", 1, 1, 1, 2)


def source(rows: Quantity, name: str = "daft.read_parquet") -> Source:
    return Source(name, SPAN, exactly(3), rows)


def sampled(plan: Plan) -> Plan:
    return without_samples(Pipeline("plan", plan, None, Runner(RunnerKind.RAY, True))).plan


@pytest.mark.parametrize("rows", [exactly(0), exactly(9_999), between(60, 60_000), unknown()])
def test_of_a_sample_nothing_is_known(rows: Quantity) -> None:
    found = sampled(Plan(source(rows))).source
    assert (found.rows.low, found.rows.high) == (0, math.inf)
    assert (found.partitions.low, found.partitions.high) == (1, math.inf)


@pytest.mark.parametrize("rows", [exactly(10_000), between(10_000, 90_000)])
def test_much_data_is_what_it_is(rows: Quantity) -> None:
    plan = Plan(source(rows))
    assert sampled(plan) == plan


def test_a_source_that_makes_one_partition_anywhere_does_so_here() -> None:
    found = sampled(Plan(source(exactly(5), "daft.from_glob_path"))).source
    assert found.partitions == exactly(3)
    assert not found.rows.known


def test_what_is_joined_is_a_sample_too() -> None:
    join = Operator(OperatorKind.JOIN, "join", SPAN, inputs=(Plan(source(exactly(5))),))
    (step,) = sampled(Plan(source(exactly(20_000)), (join,))).operators
    assert not step.inputs[0].source.rows.known


def test_a_pipeline_without_samples_stays_the_same() -> None:
    pipeline = Pipeline("plan", Plan(source(exactly(10_000))), None, Runner(RunnerKind.RAY, True))
    assert without_samples(pipeline) is pipeline
