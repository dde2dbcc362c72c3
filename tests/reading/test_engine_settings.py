"""What a program sets of Daft's execution config is no longer taken from the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.documents.project import ProjectFolder
from daft_lint.modules.engine_settings import Decided, settings_in
from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.quantity import Quantity

Outline = Callable[[str], list[str]]
JOB = """
import daft
from daft import col

@daft.cls(max_concurrency=4)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string())
    def run(self, texts): ...

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def cut(self, texts): ...

df = daft.read_parquet("a.parquet").groupby("x").agg(col("y").sum())
df = df.with_columns({"a": Tag().run(col("x")), "b": Tag().cut(col("x"))})
"""
READ = "read_parquet 1p ?r > agg > with_columns[Tag.run 4 actors][Tag.cut 4 actors, batch 64]"


def test_without_settings_the_engine_decides(outline: Outline) -> None:
    assert outline(JOB) == [READ]


@pytest.mark.parametrize(
    "setting",
    [
        "daft.set_execution_config(default_morsel_size=100)",
        "daft.context.set_execution_config(enable_dynamic_batching=True)",
        "with daft.execution_config_ctx(default_morsel_size=100): df.write_parquet('out')",
        "options = {'default_morsel_size': 100}\ndaft.set_execution_config(**options)",
    ],
)
def test_morsels_of_udfs_without_batch_size_are_unknown(setting: str) -> None:
    (pipeline,) = read(f"{JOB}{setting}", "job.py").pipelines
    sizes = _batch_sizes(pipeline)
    assert [size.known for size in sizes.values()] == [False, True]
    assert "is set" in sizes["Tag.run"].origins[0].text


@pytest.mark.parametrize(
    ("runner", "given", "size"),
    [
        ("native", "True", "256"),
        ("ray", "True", "None"),
        ("native", "flag", "unknown"),
        ("native", "True, default_morsel_size=9", "unknown"),
    ],
)
def test_dynamic_batches_begin_with_256_rows_but_not_in_a_pool_on_ray(
    runner: str, given: str, size: str
) -> None:
    """Calls of 20,000 rows in two processes: 61 from 256 rows on natively, one on Ray."""
    job = JOB.replace("\n@daft", f"\ndaft.set_runner_{runner}()\n@daft", 1)
    setting = f"daft.set_execution_config(enable_dynamic_batching={given})"
    (pipeline,) = read(f"{job}{setting}", "job.py").pipelines
    assert str(_batch_sizes(pipeline).get("Tag.run")) == size


def test_partitions_of_files_are_unknown_but_not_those_of_rows_in_memory(outline: Outline) -> None:
    setting = "daft.set_execution_config(enable_scan_task_split_and_merge=True)\n"
    assert outline(f"{setting}{JOB}") == [READ.replace("1p", "?p")]
    in_memory = "import daft\ndaft.range(9).into_batches(2)\n"
    assert outline(f"{setting}{in_memory}") == outline(in_memory)


def test_what_a_hint_says_stays() -> None:
    source = 'daft.read_parquet("a.parquet").limit(9)  # daft-lint: partitions=7'
    setting = "daft.set_execution_config(enable_scan_task_split_and_merge=True)"
    program = f"import daft\n{setting}\n{source}\n"
    (pipeline,) = read(program, "job.py").pipelines
    assert pipeline.plan.source.partitions.count == 7


def test_partitions_behind_an_aggregation_are_unknown() -> None:
    setting = "daft.set_execution_config(shuffle_aggregation_default_partitions=3)"
    (pipeline,) = read(f"{setting}\n{JOB}", "job.py").pipelines
    assert pipeline.plan.operators[0].kind.value == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "# daft.set_execution_config(default_morsel_size=100)",
        '"""Set default_morsel_size with daft.set_execution_config(default_morsel_size=1)."""',
        "daft.set_execution_config(maintain_order=False)",
        "daft.set_execution_config(scan_tasks_min_size_bytes=1, max_sources_per_scan_task=9)",
        "daft.set_execution_config(enable_scan_task_split_and_merge=False)",
        "daft.set_execution_config()",
        "daft.set_execution_config",
    ],
)
def test_other_settings_and_what_is_no_code_decide_nothing(text: str) -> None:
    assert settings_in([Document("a.py", text)]) == {}


@pytest.mark.parametrize("argument", ["config", "**options", "**load()", "\n    config,\n"])
def test_settings_from_elsewhere_may_decide_anything(argument: str) -> None:
    document = Document("a.py", f"daft.set_execution_config({argument})")
    assert settings_in([document]).keys() == set(Decided)


def test_it_counts_wherever_in_the_program_it_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("job.py").write_text(f"{JOB}df.collect()\n")
    setting = "daft.set_execution_config(default_morsel_size=100)"
    Path("main.py").write_text(f"import daft\n{setting}\nimport job\njob.df\n")
    found = read(Path("job.py").read_text(), "job.py", project=ProjectFolder(Path()))
    (pipeline,) = found.pipelines
    assert not _batch_sizes(pipeline)["Tag.run"].known


def _batch_sizes(pipeline: Pipeline) -> dict[str, Quantity]:
    """The batch sizes of the UDFs of a pipeline that have one, by their names."""
    calls = [call for step in pipeline.plan.operators for call in step.calls]
    return {call.udf.name: call.udf.batch_size for call in calls if call.udf.batch_size}
