"""Facts of a pipeline are known again while its code changes, and only as long as they hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.plan.pipeline import Plan
from daft_lint.plan.recorded import (
    RecordedPipeline,
    RecordedStep,
    key_of,
    named_steps,
    with_recorded,
)
from daft_lint.plan.spread import Spread
from daft_lint.settings import default_settings

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
    (case,) = cases_of(Document("job.py", text), (), default_settings())
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
        behind=(RecordedStep("filter", steps.index("filter") + 1, keeps=_SHARE, filled=8),),
    )
    return replace(made, **more)


_SHARE = Spread(0.5, 0.5, 0.6)
_CUT = '    df = df.where(col("a") > 5)\n'


def test_rows_partitions_and_shares_come_from_facts() -> None:
    told = with_recorded(plan_of(PROGRAM), facts())
    assert (told.source.rows.low, told.source.rows.high) == (800, 1_000)
    assert told.source.partitions.value == 8
    (where,) = (step for step in told.operators if step.method == "where")
    assert where.kept is not None
    assert (where.kept.low, where.kept.high) == (0.5, 0.6)
    assert where.partitions is not None
    assert where.partitions.value == 8
    texts = [origin.text for origin in told.source.rows.origins]
    assert texts == ["the source has 800 to 1,000 rows, as in 3 runs until 2026-11-27 (event log)"]


@pytest.mark.parametrize(
    "changed",
    [
        PROGRAM.replace("batch_size=100", "batch_size=10"),
        PROGRAM.replace(_CUT, _CUT + "    df = df.into_partitions(12)\n"),
        PROGRAM.replace(_CUT, _CUT + '    df = df.repartition(12, "a")\n'),
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
        PROGRAM.replace(_CUT, _CUT * 2),
        PROGRAM.replace("Embed", "Encode"),
        PROGRAM.replace("daft.read_parquet", "daft.read_csv"),
        PROGRAM.replace(_CUT, _CUT + "    df = df.limit(5)\n"),
    ],
)
def test_another_pipeline_has_no_facts(changed: str) -> None:
    assert key_of(plan_of(changed), "embed", "job.py") != facts().key


def test_what_the_code_says_stays() -> None:
    told = with_recorded(
        plan_of(PROGRAM.replace("read_parquet(documents)", "range(50, partitions=2)")), facts()
    )
    assert (told.source.rows.value, told.source.partitions.value) == (50, 2)
