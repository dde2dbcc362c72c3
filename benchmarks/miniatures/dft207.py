"""Two writes of one frame run its UDF twice on every row; with the frame collected, once."""

from __future__ import annotations

import tempfile

from observing import counter

RULE = "DFT207"
FAULT = "two writes of one frame of 200 rows"
REMEDY = "the frame collected once, before both"
MEASURES = "rows that the UDF is called on"
UNIT = "rows"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _rows(collected=False)


def after() -> float:
    """With the remedy."""
    return _rows(collected=True)


def _rows(*, collected: bool) -> float:
    import daft

    with counter() as calls, tempfile.TemporaryDirectory() as folder:

        @daft.func.batch(return_dtype=daft.DataType.int64())
        def work(numbers: daft.Series) -> daft.Series:
            calls.count(len(numbers))
            return numbers

        frame = daft.range(200).with_column("done", work(daft.col("id")))
        frame = frame.collect() if collected else frame
        frame.write_parquet(f"{folder}/all")
        frame.select("done").write_csv(f"{folder}/done")
        return calls.total
