"""A pool of actors that sleep for each row, as the miniatures about actors run it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import daft

Change = Callable[["daft.DataFrame"], "daft.DataFrame"]


def run_pool(
    rows: int,
    actors: int,
    *,
    batch_size: int | None,
    change: Change = lambda frame: frame,
    row_seconds: float = 0.002,
    cpus: int = 1,
) -> None:
    """Run a pool over so many rows in memory, changed by `change` before they reach it."""
    import daft

    @daft.cls(max_concurrency=actors, cpus=cpus)
    class Sleep:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=batch_size)
        def __call__(self, numbers: daft.Series) -> list[int]:
            time.sleep(row_seconds * len(numbers))
            return numbers.to_pylist()

    frame = change(daft.from_pydict({"n": list(range(rows))}))
    frame.with_column("m", Sleep()(daft.col("n"))).collect()
