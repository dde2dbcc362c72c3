"""Remedies fit the plan, and the other fixes of the same call."""

from __future__ import annotations

from dataclasses import replace

import pytest
from case_corpus import case_of

from daft_lint.documents.document import Document
from daft_lint.findings import Finding, Fix
from daft_lint.linting import cases_of, lint
from daft_lint.plan.changes import Insertion, Refiling, changed
from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.quantity import exactly
from daft_lint.rule import Case, Problem, rule
from daft_lint.scheduling.prediction.predict import predict
from daft_lint.settings import default_settings
from daft_lint.testing import found

SETTINGS = default_settings()
CHECKPOINTED = case_of("missing-repartition", "a-source-with-checkpoints").text
TWO_SIZES = case_of("unset-batch-size", "heavy-rows").text
SPARE_GPUS = """\
# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=2
import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=5, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=10)
    def __call__(self, images):
        return model(images)


df = daft.read_parquet("s3://images/*.parquet")  # daft-lint: rows=4000, partitions=8
df.with_column("vector", Embed()(col("image"))).write_parquet("s3://vectors")
"""


def findings(text: str) -> dict[str, Finding]:
    return {finding.code: finding for finding in lint(Document("a.py", text), SETTINGS).findings}


def case(text: str) -> Case:
    (only,) = cases_of(Document("a.py", text), SETTINGS)
    return only


def test_behind_a_source_with_checkpoints_other_files_are_told_and_tried() -> None:
    (fix,) = findings(CHECKPOINTED)["DFT101"].fixes
    assert (
        "write the input of `daft.read_parquet` on line 21 as 8 files of equal size" in fix.message
    )
    assert "`checkpoint=`" in fix.message
    assert not fix.edits
    (change,) = fix.changes
    assert isinstance(change, Refiling)
    pipeline = case(CHECKPOINTED).pipeline
    plan = changed(pipeline.plan, fix.changes)
    (pool,) = predict(replace(pipeline, plan=plan), pipeline.cluster).pools
    assert pool.tasks.count == 8
    assert pool.idle.high == 0


@rule("XYZ001", "splitting")
def splitting(case: Case):
    """Puts in a step whatever the plan is."""
    before = case.pipeline.plan.operators[0]
    step = Operator(OperatorKind.INTO_PARTITIONS, "into_partitions", before.span, exactly(8))
    yield Problem(before.span, "slow", Fix("split it", changes=(Insertion(before, step),)))


def test_a_step_that_the_plan_forbids_is_written_by_no_rule() -> None:
    (finding,) = found(CHECKPOINTED, splitting)
    (fix,) = finding.fixes
    assert not fix.edits
    assert not fix.changes
    assert "behind a source with `checkpoint=`, Daft refuses repartitions" in fix.message
    free = CHECKPOINTED.replace(", checkpoint=CheckpointConfig(", ", io_config=dict(")
    (finding,) = found(
        free.replace("import daft\n", "import daft\ndaft.set_runner_ray()\n"), splitting
    )
    assert finding.fixes[0].edits


def test_beside_a_show_into_partitions_is_written_by_no_rule() -> None:
    text = (
        'import daft\ndaft.set_runner_ray()\ndf = daft.read_parquet("a")\ndf.into_batches(7).{}()\n'
    )
    assert found(text.format("collect"), splitting)[0].fixes[0].edits
    (fix,) = found(text.format("show"), splitting)[0].fixes
    assert not fix.edits
    assert "hangs together with a limit or show" in fix.message


def test_a_batch_size_that_memory_allows_is_enough_for_two_rules() -> None:
    both = findings(TWO_SIZES)
    assert both["DFT103"].fixes[0].edits
    assert "set batch_size=20: utilisation 50% becomes 100%; more rows in one call may not fit" in (
        both["DFT103"].fixes[0].message
    )
    assert both["DFT112"].fixes[0].message == "the fix of DFT103 here is enough"


def test_the_fix_of_the_worst_finding_of_a_call_is_tried_on_the_others() -> None:
    both = findings(SPARE_GPUS)
    assert "set max_concurrency=8" in both["DFT111"].fixes[0].message
    (fix,) = both["DFT105"].fixes
    assert fix.message == "the fix of DFT111 here is enough"
    assert not fix.edits
    assert not findings(SPARE_GPUS.replace("max_concurrency=5", "max_concurrency=8"))


ONE_PIECE = """\
# daft-lint: workers=2, cpus-per-worker=8
import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=100)
    def __call__(self, images):
        return model(images)


df = daft.range(4000, partitions=1).into_partitions(1)
df.with_column("vector", Embed()(col("id"))).write_parquet("s3://vectors")
"""


def test_a_step_that_another_fix_needs_is_removed_by_none() -> None:
    both = findings(ONE_PIECE)
    assert "change `into_partitions` on line 15 to .into_partitions(2)" in (
        both["DFT101"].fixes[0].message
    )
    (fix,) = both["DFT202"].fixes
    assert fix.message == "the fix of DFT101 here is enough"
    assert not fix.edits


@pytest.mark.parametrize(
    "name",
    ["six-morsels-of-one-task", "rows-for-some-more"],
)
def test_a_larger_pool_is_written_with_the_tasks_that_fill_it(name: str) -> None:
    text = case_of("undersized-pool", name).text
    (fix,) = findings(text)["DFT111"].fixes
    assert fix.edits
    pipeline = case(text).pipeline
    plan = changed(pipeline.plan, fix.changes)
    (pool,) = predict(replace(pipeline, plan=plan), pipeline.cluster).pools
    assert f"max_concurrency={pool.actors.count}," in fix.message
    assert f".into_partitions({pool.tasks.count})" in fix.message
    assert pool.idle.high == 0


def test_a_step_before_a_filter_grows_with_the_pool() -> None:
    text = case_of("undersized-pool", "one-number-for-actors-and-partitions").text
    (fix,) = findings(text)["DFT111"].fixes
    assert fix.edits
    assert fix.message.startswith("set max_concurrency=12, ")
    assert fix.message.endswith("change `into_partitions` on line 17 to .into_partitions(12)")


def test_a_larger_pool_is_written_with_files_cut_for_all_workers() -> None:
    text = case_of("undersized-pool", "five-files-for-six-workers").text
    (fix,) = findings(text)["DFT111"].fixes
    assert "set max_concurrency=6" in fix.message
    assert ".into_partitions(30)" in fix.message
    assert fix.edits


def test_the_gain_of_tasks_is_not_that_over_a_pool_that_nobody_has() -> None:
    (fix,) = findings(case_of("undersized-pool", "rows-for-some-more").text)["DFT111"].fixes
    assert "utilisation" not in fix.message
