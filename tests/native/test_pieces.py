"""The pieces that a UDF without a batch_size gets its rows in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import daft
import pytest
from daft import DataType, col

from daft_lint.scheduling.partitions.partitioning import cut_in_turn, even_sizes
from daft_lint.scheduling.partitions.source_partitions import PIECE_ROWS


def calls_on(frame: Any, column: str) -> list[int]:
    """How many rows each call of a UDF got."""
    sizes: list[int] = []

    @daft.func.batch(return_dtype=DataType.int64())
    def count(values: Any) -> list[int]:
        sizes.append(len(values))
        return [0] * len(values)

    frame.select(count(col(column))).collect()
    return sizes


def test_dynamic_batches_begin_with_256_rows() -> None:
    if not hasattr(daft.context.get_context().daft_execution_config, "enable_dynamic_batching"):
        pytest.skip(f"Daft {daft.__version__} has no dynamic batching")
    with daft.execution_config_ctx(enable_dynamic_batching=True):
        sizes = calls_on(daft.range(5_000), "id")
    assert 256 in sizes[:2]
    assert sorted(sizes)[1] == 256
    assert max(sizes) < 400
    assert calls_on(daft.range(5_000), "id") == [5_000]


@pytest.mark.parametrize(
    ("rows", "partitions", "batch"),
    [(800, 1, 32), (800, 8, 32), (800, 8, 30), (1_000, 10, 7), (1_600, 16, 32), (800, 8, 300)],
)
def test_into_batches_cuts_rows_in_turn(rows: int, partitions: int, batch: int) -> None:
    calls = calls_on(daft.range(rows, partitions=partitions).into_batches(batch), "id")
    pieces = cut_in_turn(tuple(even_sizes(rows, partitions)), batch)
    assert sorted(calls) == sorted(pieces)


def test_blobs_arrive_as_a_download_cuts_them(tmp_path: Path) -> None:
    if not hasattr(daft, "read_blob"):
        pytest.skip(f"Daft {daft.__version__} has no read_blob")
    for number in range(300):
        (tmp_path / f"{number}.bin").write_bytes(b"x")
    sizes = calls_on(daft.read_blob(f"{tmp_path}/*.bin"), "content")
    assert sorted(sizes) == [44, 128, PIECE_ROWS["daft.read_blob"]]


@pytest.mark.parametrize(("times", "rows"), [(0, 0), (1, 80), (2, 160)])
def test_a_udf_of_groups_makes_rows_as_it_likes(times: int, rows: int) -> None:
    @daft.func.batch(return_dtype=DataType.int64())
    def repeated(values: Any) -> list[int]:
        return [*values.to_pylist()] * times

    groups = daft.range(80, partitions=4).with_column("k", col("id") % 5).groupby("k")
    assert len(groups.map_groups(repeated(col("id")).alias("y")).to_pydict()["y"]) == rows
