"""A UDF in a filter and again in a column runs twice on every row; filtered by its column, once."""

from __future__ import annotations

from observing import counter

RULE = "DFT210"
FAULT = "a UDF in `where` and again in `with_column`, on 200 rows"
REMEDY = "the column made first, and the filter on that column"
MEASURES = "rows that the UDF is called on"
UNIT = "rows"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _rows(once=False)


def after() -> float:
    """With the remedy."""
    return _rows(once=True)


def _rows(*, once: bool) -> float:
    import daft
    from daft import col

    with counter() as calls:

        @daft.func.batch(return_dtype=daft.DataType.int64())
        def score(numbers: daft.Series) -> daft.Series:
            calls.count(len(numbers))
            return numbers

        frame = daft.range(200)
        if once:
            frame = frame.with_column("score", score(col("id"))).where(col("score") >= 0)
        else:
            frame = frame.where(score(col("id")) >= 0).with_column("score", score(col("id")))
        frame.collect()
        return calls.total
