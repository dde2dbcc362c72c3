"""The pieces that a UDF without a batch_size gets its rows in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import daft
import pytest
from daft import DataType, col

from daft_lint.scheduling.flow import PIECE_ROWS


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
    ("frame", "calls"),
    [
        (lambda: daft.range(800), [32] * 25),
        (lambda: daft.range(800, partitions=8), [4, 28, *[32] * 24]),
    ],
)
def test_into_batches_cuts_one_piece_more_of_several_partitions(
    frame: Callable[[], Any], calls: list[int]
) -> None:
    assert sorted(calls_on(frame().into_batches(32), "id")) == calls


def test_blobs_arrive_as_a_download_cuts_them(tmp_path: Path) -> None:
    if not hasattr(daft, "read_blob"):
        pytest.skip(f"Daft {daft.__version__} has no read_blob")
    for number in range(300):
        (tmp_path / f"{number}.bin").write_bytes(b"x")
    sizes = calls_on(daft.read_blob(f"{tmp_path}/*.bin"), "content")
    assert sorted(sizes) == [44, 128, PIECE_ROWS["daft.read_blob"]]
