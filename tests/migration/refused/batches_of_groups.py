# refused: it cuts the groups of `map_groups` to its batch_size
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64(), batch_size=2)
def total(x):
    return [sum(x)]


df = daft.from_pydict({"k": ["a", "a", "a"], "x": [1, 2, 3]})
df = df.groupby("k").map_groups(total(col("x")))
