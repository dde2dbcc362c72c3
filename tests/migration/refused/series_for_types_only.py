# refused: the new API casts a returned list to it
from typing import TYPE_CHECKING

from daft import DataType, col, udf

if TYPE_CHECKING:
    from daft import Series


@udf(return_dtype=DataType.python())
def pairs(x: "Series"):
    first: Series = x
    return [{"x": one} for one in first]


column = pairs(col("x"))
