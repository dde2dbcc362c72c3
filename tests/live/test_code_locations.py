"""The steps of a plan stand at the calls that made them."""

from __future__ import annotations

from pathlib import Path

import pytest

from daft_lint.live.code_locations import Code, placed
from daft_lint.live_plan.lines import PATH
from daft_lint.live_plan.raw_plan import Made, PlanText, RawPlan
from daft_lint.live_plan.translation import written_pipeline
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.span import Span

CODE = """\
df = daft.from_pydict({"x": [1, 2, 3]})
df = df.into_partitions(2).with_column("é", embed(col("x")))
"""
PLAN = PlanText(
    """\
* Project: col(x), py_udf(col(x)) as é
|
* IntoPartitions: Num partitions = 2
|
* Source:
|   Number of partitions = 1
|   Output schema = x#Int64
"""
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    file = tmp_path / "pipeline.py"
    file.write_text(CODE, encoding="utf-8")
    return str(file)


def raw_plan_of(file: str, *ends: int | None) -> RawPlan:
    source = Made("from_pydict", file, 1, 1, ends[0], 1)
    split = Made("into_partitions", file, 2, 2, ends[1], 2, (source,))
    column = Made("with_column", file, 2, 2, ends[2], 3, (split,))
    return RawPlan("0.7.26", None, PLAN, PLAN, made=column)


def spans(raw_plan: RawPlan) -> list[Span]:
    live = written_pipeline(raw_plan, "plan", Runner(RunnerKind.UNKNOWN, certain=False))
    assert live is not None

    def source_line(path: str, line: int) -> str | None:
        return CODE.splitlines()[line - 1]

    plan = placed(live, Code({}, {}), source_line).plan
    return [plan.source.span, *(step.span for step in plan.operators)]


def test_each_step_stands_at_its_call(file: str) -> None:
    assert spans(raw_plan_of(file, 39, 26, 61)) == [
        Span(file, 1, 1, 1, 40),
        Span(file, 2, 1, 2, 27),
        # Python counts bytes, and people count characters.
        Span(file, 2, 1, 2, 61),
    ]


def test_where_python_knows_no_columns_it_is_the_line(file: str) -> None:
    assert spans(raw_plan_of(file, None, None, None))[1] == Span(file, 2, 1, 2, 61)


def test_nobody_saw_the_program() -> None:
    assert {span.path for span in spans(RawPlan("0.7.26", None, PLAN, PLAN))} == {PATH}
