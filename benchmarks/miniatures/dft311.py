"""One bad row of 10,000 makes nulls of all rows of its batch, where a row-wise UDF has one."""

from __future__ import annotations

RULE = "DFT311"
FAULT = '`@daft.func.batch(on_error="ignore")`'
REMEDY = '`@daft.func(on_error="ignore")`'
MEASURES = "rows that are null for one bad row of 10,000"
UNIT = "rows"
RUNNER = "native"
_ROWS = 10_000


def before() -> float:
    """With the fault."""
    import daft

    @daft.func.batch(return_dtype=daft.DataType.int64(), on_error="ignore")
    def inverse(numbers: daft.Series) -> list[int]:
        return [_ROWS // number for number in numbers.to_pylist()]

    return _nulls(inverse)


def after() -> float:
    """With the remedy."""
    import daft

    @daft.func(on_error="ignore")
    def inverse(number: int) -> int:
        return _ROWS // number

    return _nulls(inverse)


def _nulls(udf: object) -> float:
    import daft

    assert callable(udf)
    frame = daft.from_pydict({"number": list(range(_ROWS))})
    made = frame.select(udf(daft.col("number")).alias("made")).to_pydict()["made"]
    return float(sum(row is None for row in made))
