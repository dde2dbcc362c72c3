"""The decorator that goes away: Daft warns each time it makes a UDF."""

from __future__ import annotations

import warnings

RULE = "DFT301"
FAULT = "a function and a class made by `@daft.udf`"
REMEDY = "`@daft.func.batch`, and `@daft.cls` with `@daft.method.batch`"
MEASURES = "warnings of Daft that it goes away in 0.8.0; the same column comes of both"
UNIT = "warnings"
RUNNER = "native"

_EXPECTED = [1, 3, 5]


def before() -> float:
    """With the fault."""
    return _warnings(legacy=True)


def after() -> float:
    """With the remedy."""
    return _warnings(legacy=False)


def _warnings(*, legacy: bool) -> float:
    import daft

    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        frame = _with_legacy() if legacy else _with_new()
        column = frame.collect().to_pydict()["more"]
    if column != _EXPECTED:
        raise AssertionError(f"{column} came of it, not {_EXPECTED}, on Daft {daft.__version__}")
    return float(sum("`@daft.udf`" in str(message.message) for message in raised))


def _with_legacy():
    import daft
    from daft import DataType, col

    @daft.udf(return_dtype=DataType.int64())
    def double(values):
        return [value * 2 for value in values]

    @daft.udf(return_dtype=DataType.int64())
    class Add:
        def __init__(self, n: int) -> None:
            self.n = n

        def __call__(self, values):
            return [value + self.n for value in values]

    return daft.range(3).select(Add.with_init_args(1)(double(col("id"))).alias("more"))


def _with_new():
    import daft
    from daft import DataType, col

    @daft.func.batch(return_dtype=DataType.int64())
    def double(values):
        return [value * 2 for value in values]

    @daft.cls
    class Add:
        def __init__(self, n: int) -> None:
            self.n = n

        @daft.method.batch(return_dtype=DataType.int64())
        def __call__(self, values):
            return [value + self.n for value in values]

    return daft.range(3).select(Add(1)(double(col("id"))).alias("more"))
