"""What Daft's execution config decides in this process, a live plan isn't judged without."""

from __future__ import annotations

import math
from typing import Any

import pytest

from daft_lint import check
from daft_lint.scheduling.stations import DEFAULT_MORSEL_ROWS

daft = pytest.importorskip("daft")
from daft import DataType, col  # noqa: E402


@daft.cls(max_concurrency=4)
class Caption:
    @daft.method.batch(return_dtype=DataType.int64())
    def run(self, ids: Any) -> Any:
        return ids


def most_rows_of_a_morsel() -> float:
    df = daft.range(10_000, partitions=2).with_column("caption", Caption().run(col("id")))
    (pool,) = check(df, cluster={"workers": 1, "cpus_per_worker": 8}).case.prediction.pools
    return pool.batch_size.high


def test_nothing_is_known_of_morsels_whose_rows_the_process_sets() -> None:
    assert most_rows_of_a_morsel() == DEFAULT_MORSEL_ROWS
    with daft.execution_config_ctx(default_morsel_size=100):
        assert most_rows_of_a_morsel() == math.inf
    assert most_rows_of_a_morsel() == DEFAULT_MORSEL_ROWS
