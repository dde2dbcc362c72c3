"""A UDF as the key of a `distinct` runs three times a row, outside of its pool; a column once."""

from __future__ import annotations

from observing import counter

RULE = "DFT211"
FAULT = "a pool in the key of a `distinct`, on 800 rows"
REMEDY = "the column made first, and the `distinct` by its name"
MEASURES = "rows that the UDF is called on"
UNIT = "rows"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _rows(column=False)


def after() -> float:
    """With the remedy."""
    return _rows(column=True)


def _rows(*, column: bool) -> float:
    import daft
    from daft import col

    with counter() as calls:

        @daft.cls(max_concurrency=4)
        class Group:
            @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
            def __call__(self, numbers: daft.Series) -> daft.Series:
                calls.count(len(numbers))
                return numbers

        group = Group()(col("id"))
        frame = daft.range(800, partitions=8)
        if column:
            frame.with_column("group", group).distinct("group").collect()
        else:
            frame.distinct(group).collect()
        return calls.total
