"""What Daft's execution config decides in this process, a live plan isn't judged without."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daft_lint import check
from daft_lint.plan.pipeline import Source
from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS

daft = pytest.importorskip("daft")
pa = pytest.importorskip("pyarrow")
from daft import DataType, col  # noqa: E402

RAY = {"workers": 1, "cpus_per_worker": 8}
SPLIT = {"scan_tasks_min_size_bytes": 1, "scan_tasks_max_size_bytes": 100}
MERGED = {"max_sources_per_scan_task": 3}


@daft.cls(max_concurrency=4)
class Caption:
    @daft.method.batch(return_dtype=DataType.int64())
    def run(self, ids: Any) -> Any:
        return ids


def most_rows_of_a_morsel() -> float:
    df = daft.range(10_000, partitions=2).with_column("caption", Caption().run(col("id")))
    (pool,) = check(df, cluster=RAY).case.prediction.pools
    return pool.batch_size.high


def test_nothing_is_known_of_morsels_whose_rows_the_process_sets() -> None:
    assert most_rows_of_a_morsel() == DEFAULT_MORSEL_ROWS
    with daft.execution_config_ctx(default_morsel_size=100):
        assert most_rows_of_a_morsel() == math.inf
    assert most_rows_of_a_morsel() == DEFAULT_MORSEL_ROWS


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight small Parquet files, one of 40 row groups, and two of JSON lines."""
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    for folder in ("small", "large", "lines"):
        Path(folder).mkdir()
    for number in range(8):
        parquet.write_table(pa.table({"id": list(range(50))}), f"small/{number}.parquet")
    parquet.write_table(pa.table({"id": list(range(400))}), "large/a.parquet", row_group_size=10)
    for name in ("lines/a.jsonl", "lines/b.jsonl"):
        Path(name).write_text('{"id": 1}\n' * 50)


def sources(frame: Any, cluster: Any = RAY) -> Iterator[Source]:
    waiting = [check(frame, cluster=cluster).case.pipeline.plan]
    for plan in waiting:
        waiting += [other for step in plan.operators for other in step.inputs]
        yield plan.source


def partitions(frame: Any, cluster: Any = RAY, **settings: object) -> list[float]:
    """The partitions of each source in turn, with settings beside the switch."""
    with daft.execution_config_ctx(enable_scan_task_split_and_merge=True, **settings):
        found = [source.partitions for source in sources(frame, cluster)]
    return [quantity.low if quantity.known else math.inf for quantity in found]


@pytest.mark.usefixtures("files")
def test_scan_tasks_are_those_that_ray_splits_and_merges() -> None:
    small, large = daft.read_parquet("small/*.parquet"), daft.read_parquet("large/*.parquet")
    assert partitions(small) == [1]
    assert partitions(small, **MERGED) == [3]
    assert partitions(small.where(col("id") > 3), **MERGED) == [3]
    assert partitions(large) == [1]
    assert partitions(large, **SPLIT) == [40]
    assert partitions(daft.read_parquet(["large/*.parquet", "small/0.parquet"]), **SPLIT) == [41]
    assert partitions(daft.read_json("lines/*.jsonl")) == [1]
    assert partitions(daft.read_json("lines/*.jsonl"), **SPLIT) == [10]
    assert partitions(daft.range(10, partitions=3), **MERGED) == [3]


@pytest.mark.usefixtures("files")
def test_each_side_of_a_join_has_its_own_scan_tasks() -> None:
    small, large = daft.read_parquet("small/*.parquet"), daft.read_parquet("large/*.parquet")
    assert partitions(small.join(large, on="id"), **SPLIT, **MERGED) == [8, 40]
    assert partitions(large.join(small, on="id"), **SPLIT, **MERGED) == [40, 8]
    assert partitions(small.concat(small), **MERGED) == [3, 3]


@pytest.mark.usefixtures("files")
def test_two_readings_that_begin_with_the_same_file_are_not_taken_for_each_other() -> None:
    first = daft.read_parquet("small/0.parquet")
    both = daft.read_parquet(["small/0.parquet", "small/1.parquet"])
    assert partitions(first.concat(both), max_sources_per_scan_task=1) == [math.inf, math.inf]


@pytest.mark.usefixtures("files")
def test_files_are_scan_tasks_natively_and_without_the_switch() -> None:
    small = daft.read_parquet("small/*.parquet")
    assert partitions(small, cluster=None, **MERGED) == [8]
    with daft.execution_config_ctx(**SPLIT, **MERGED):
        (source,) = sources(daft.read_parquet("large/*.parquet").where(col("id") > 3))
    assert source.partitions.count == 1
