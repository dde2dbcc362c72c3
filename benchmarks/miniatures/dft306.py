"""A conversion of the whole batch for each row takes the square of the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from observing import seconds

if TYPE_CHECKING:
    import daft
    from daft.udf.udf_v2 import Func

RULE = "DFT306"
FAULT = "`texts.to_pylist()[i]` in a loop over a batch of 5,000 strings"
REMEDY = "one `to_pylist()` in front of the loop"
MEASURES = "wall time"
UNIT = "s"
RUNNER = "native"

_ROWS = 5_000


def before() -> float:
    """With the fault."""
    import daft

    @daft.func.batch(return_dtype=daft.DataType.string())
    def shout(texts: daft.Series) -> list[str]:
        return [texts.to_pylist()[i].upper() for i in range(len(texts))]

    return _shouted(shout)


def after() -> float:
    """With the remedy."""
    import daft

    @daft.func.batch(return_dtype=daft.DataType.string())
    def shout(texts: daft.Series) -> list[str]:
        texts_list = texts.to_pylist()
        return [texts_list[i].upper() for i in range(len(texts))]

    return _shouted(shout)


def _shouted(shout: Func) -> float:
    import daft

    frame = daft.from_pydict({"text": [f"text {number}" for number in range(_ROWS)]})
    return seconds(lambda: frame.select(shout(daft.col("text"))).collect())
