"""Two UDFs below different operators of one filter: the rows that one of them decides are wrong."""

from __future__ import annotations

RULE = "DFT110"
FAULT = "`.where((f(id) > 49) & (g(id) > 49))` on 200 rows"
REMEDY = "a column of `f` and one of `g` first"
MEASURES = "rows that are wrongly left out or kept"
UNIT = "rows"
RUNNER = "native"

_ROWS = 200
_LIMIT = 49


def before() -> float:
    """With the fault."""
    return _wrong_rows(columns=False)


def after() -> float:
    """With the remedy."""
    return _wrong_rows(columns=True)


def _first(number: int) -> int:
    return number % 100


def _second(number: int) -> int:
    return number * 7 % 100


def _wrong_rows(*, columns: bool) -> float:
    import daft
    from daft import col

    returned = daft.DataType.int64()
    first = daft.func(_first, return_dtype=returned)(col("id"))
    second = daft.func(_second, return_dtype=returned)(col("id"))
    frame = daft.range(_ROWS)
    if columns:
        frame = frame.with_column("first", first).with_column("second", second)
        first, second = col("first"), col("second")
    kept = frame.where((first > _LIMIT) & (second > _LIMIT)).to_pydict()["id"]
    right = {
        number for number in range(_ROWS) if _first(number) > _LIMIT and _second(number) > _LIMIT
    }
    return len(right.symmetric_difference(kept))
