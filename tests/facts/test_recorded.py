"""Facts of a pipeline are known again while its code changes, and only as long as they hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence
from daft_lint.linting import cases_of
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.pipeline import Plan
from daft_lint.plan.quantity import exactly
from daft_lint.plan.recorded import (
    RecordedPipeline,
    RecordedStep,
    RecordedUdf,
    key_of,
    named_steps,
    with_recorded,
)
from daft_lint.plan.spread import Spread
from daft_lint.registry import all_rules
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.settings import default_settings
from daft_lint.testing.findings import findings_in

PROGRAM = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
    def run(self, number):
        return number


def embed(documents):
    df = daft.read_parquet(documents)
    df = df.where(col("a") > 5)
    df = df.with_column("b", Embed().run(col("a")))
    df.write_parquet("out")
"""


def plan_of(text: str) -> Plan:
    (case,) = cases_of(Document("job.py", text), default_settings())
    return case.pipeline.plan


def facts(text: str = PROGRAM, **more: object) -> RecordedPipeline:
    plan = plan_of(text)
    code, function, source, _ = key_of(plan, "embed", "job.py")
    steps = tuple(step.text for step in named_steps(plan))
    made = RecordedPipeline(
        code,
        function,
        source,
        steps,
        "event log",
        "2026-11-27",
        3,
        rows=Spread(800, 900, 1_000),
        partitions=Spread(8, 8, 8),
        behind=tuple(
            RecordedStep("filter", number, keeps=_SHARE, filled=8)
            for number, step in enumerate(steps, 1)
            if step == "filter"
        ),
    )
    return replace(made, **more)


_SHARE = Spread(0.5, 0.5, 0.6)
_CUT = '    df = df.where(col("a") > 5)\n'


def test_rows_partitions_and_shares_come_from_facts() -> None:
    plan = with_recorded(plan_of(PROGRAM), facts())
    assert (plan.source.rows.low, plan.source.rows.high) == (800, 1_000)
    assert plan.source.partitions.value == 8
    (where,) = (step for step in plan.operators if step.method == "where")
    assert where.kept is not None
    assert (where.kept.low, where.kept.high) == (0.5, 0.6)
    assert where.partitions is not None
    assert where.partitions.value == 8
    texts = [origin.text for origin in plan.source.rows.origins]
    assert texts == ["the source has 800 to 1,000 rows, as in 3 runs until 2026-11-27 (event log)"]


@pytest.mark.parametrize(
    "changed",
    [
        PROGRAM.replace("batch_size=100", "batch_size=10"),
        PROGRAM.replace(_CUT, _CUT + "    df = df.into_partitions(12)\n"),
        PROGRAM.replace(_CUT, '    df = df.select("a")\n' + _CUT),
    ],
)
def test_whoever_tunes_numbers_and_partitions_keeps_the_facts(changed: str) -> None:
    plan = plan_of(changed)
    assert key_of(plan, "embed", "job.py") == facts().key
    (where,) = (step for step in with_recorded(plan, facts()).operators if step.method == "where")
    assert where.kept is not None
    assert where.partitions is not None


def test_another_layout_before_a_filter_leaves_its_share_but_not_its_partitions() -> None:
    plan = plan_of(PROGRAM.replace(_CUT, "    df = df.into_partitions(12)\n" + _CUT))
    assert key_of(plan, "embed", "job.py") == facts().key
    (where,) = (step for step in with_recorded(plan, facts()).operators if step.method == "where")
    assert where.kept is not None
    assert where.partitions is None


@pytest.mark.parametrize(
    "changed",
    [
        PROGRAM.replace(_CUT, ""),
        PROGRAM.replace("Embed", "Encode"),
        PROGRAM.replace("daft.read_parquet", "daft.read_csv"),
        PROGRAM.replace(_CUT, _CUT + "    df = df.limit(5)\n"),
    ],
)
def test_another_pipeline_has_no_facts(changed: str) -> None:
    assert key_of(plan_of(changed), "embed", "job.py") != facts().key


def test_all_partitions_keep_rows_however_many_there_are() -> None:
    step = RecordedStep("filter", 1, keeps=_SHARE, all_filled=True)
    plan = with_recorded(plan_of(PROGRAM), facts(partitions=Spread(8, 10, 12), behind=(step,)))
    (where,) = (operator for operator in plan.operators if operator.method == "where")
    assert where.partitions is not None
    assert (where.partitions.low, where.partitions.high) == (8, 12)
    cut = plan_of(PROGRAM.replace(_CUT, "    df = df.into_partitions(12)\n" + _CUT))
    plan = with_recorded(cut, facts(behind=(step,)))
    assert all(operator.partitions is None for operator in plan.operators)


@pytest.mark.parametrize(
    ("partitions", "rows", "idle", "used"),
    [
        # Whole rounds of tasks for two workers with two actors each.
        (Spread(8, 8, 8), Spread(1_600, 2_000, 2_400), (0, 0), (1.0, 1.0)),
        # 9 tasks are five for one worker and four for the other: 2 of 20 rounds are lost.
        (Spread(8, 8, 9), Spread(3_600, 3_600, 3_600), (0, 0), (0.85, 1.0)),
        # One partition is one task, for one worker.
        (Spread(1, 2, 2), Spread(400, 400, 400), (0, 2), (0.5, 1.0)),
    ],
)
def test_work_is_judged_at_each_size_that_runs_had(partitions, rows, idle, used) -> None:
    """Rows of a run lie evenly in its partitions; a range of both would tell nothing of that."""
    step = RecordedStep("filter", 1, keeps=Spread(1, 1, 1), all_filled=True)
    recorded = facts(partitions=partitions, rows=rows, behind=(step,))
    work = work_of(recorded)
    assert (work.idle.low, work.idle.high) == idle
    assert used[0] <= work.utilisation.low <= work.utilisation.high <= used[1]
    counts = (work.source.partitions.low, work.source.partitions.high)
    assert counts == (partitions.low, partitions.high)
    assert (work.tasks.low, work.tasks.high) == counts


def work_of(recorded: RecordedPipeline) -> WorkPrediction:
    """The pool of the program on two workers with four CPUs, where such facts are known."""
    cluster = Cluster(exactly(2), exactly(4))
    settings = replace(
        default_settings(), recorded=(recorded,), cluster=cluster, runner=RunnerKind.RAY
    )
    (case,) = cases_of(Document("job.py", PROGRAM), settings)
    (work,) = case.prediction.work
    return work


def test_what_the_code_says_stays() -> None:
    plan = with_recorded(
        plan_of(PROGRAM.replace("read_parquet(documents)", "range(50, partitions=2)")), facts()
    )
    assert (plan.source.rows.value, plan.source.partitions.value) == (50, 2)


IN_PYTHON = """\
# daft-lint: workers=4, cpus-per-worker=16
import daft

daft.set_runner_ray()


@daft.func
def shingles(text: str) -> list[str]:
    return [text[i : i + 5].lower() for i in range(len(text))]


def embed(documents):
    df = daft.read_parquet(documents)  # daft-lint: rows=640_000, partitions=64
    df.with_column("shingles", shingles(df["text"])).write_parquet("out")
"""


@pytest.mark.parametrize(
    ("row_seconds", "confidence"),
    [
        # Sixteen threads take turns: of 10,000 rows of 1.6 ms, a task computes a second.
        (0.0016, Confidence.LIKELY),
        (0.0015, Confidence.POSSIBLE),
    ],
)
def test_processes_are_advised_where_runs_show_that_tasks_compute(row_seconds, confidence) -> None:
    recorded = facts(
        IN_PYTHON,
        udfs=(
            RecordedUdf("shingles", 1, row_seconds=Spread(row_seconds, row_seconds, row_seconds)),
        ),
    )
    settings = replace(
        default_settings(), recorded=(recorded,), min_confidence=Confidence.POSSIBLE, root=Path()
    )
    found = findings_in(Document("job.py", IN_PYTHON), all_rules(), settings)
    (finding,) = (finding for finding in found if finding.code == "DFT113")
    assert finding.confidence is confidence
    assert (f"a task computes for {1:.2g} s or more" in finding.fixes[0].message) is (
        confidence is Confidence.LIKELY
    )
    assert f"a row takes {1000 * row_seconds:.2g} ms in `shingles`" in finding.assumptions[-1]
