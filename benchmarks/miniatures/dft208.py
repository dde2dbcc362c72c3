"""A loop that collects one file after the other starts a pool of two actors for every file."""

from __future__ import annotations

import tempfile

from observing import counter

RULE = "DFT208"
FAULT = "four files in a loop, each collected"
REMEDY = "the four files read in one plan"
MEASURES = "actors started, each loading its model"
UNIT = "actors"
RUNNER = "native"

_FILES = 4


def before() -> float:
    """With the fault."""
    return _starts(together=False)


def after() -> float:
    """With the remedy."""
    return _starts(together=True)


def _starts(*, together: bool) -> float:
    import daft

    with counter() as starts, tempfile.TemporaryDirectory() as folder:

        @daft.cls(max_concurrency=2)
        class Work:
            def __init__(self) -> None:
                starts.count()

            @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
            def __call__(self, numbers: daft.Series) -> daft.Series:
                return numbers

        paths = [f"{folder}/{number}/*.parquet" for number in range(_FILES)]
        for path in paths:
            daft.range(40).write_parquet(path.rpartition("/")[0])
        work = Work()
        for part in [paths] if together else [[path] for path in paths]:
            daft.read_parquet(part).with_column("done", work(daft.col("id"))).collect()
        return starts.total
