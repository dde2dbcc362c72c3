# refused: `udf` is imported more than once
from typing import TYPE_CHECKING

from daft import DataType, col

if TYPE_CHECKING:
    from daft import udf
else:
    from daft import udf


@udf(return_dtype=DataType.int64())
def more(x):
    return [one + 1 for one in x]


column = more(col("x"))
