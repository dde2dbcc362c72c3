"""A UDF that lowers text row by row beside the built-in expression, 500,000 rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import daft

RULE = "DFT308"
FAULT = "a UDF that returns `text.lower()`"
REMEDY = "`text.lower()` on the column"
MEASURES = "wall time"
UNIT = "s"
RUNNER = "native"

_ROWS = 500_000


def before() -> float:
    """With the fault."""
    import daft

    @daft.func
    def lowered(text: str) -> str:
        return text.lower()

    return _seconds(lowered(daft.col("text")))


def after() -> float:
    """With the remedy."""
    import daft

    return _seconds(daft.col("text").lower())


def _seconds(expression: daft.Expression) -> float:
    """How long it takes to make the column of a frame in memory."""
    import daft
    from observing import seconds

    frame = daft.from_pydict(
        {"text": [f"Row {number} OF text" for number in range(_ROWS)]}
    ).collect()
    return seconds(lambda: frame.select(expression).collect())
