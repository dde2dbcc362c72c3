# daft-lint: workers=1
"""A batch size, but no actors: the UDF runs inside the task."""

import daft
from daft import DataType, col


@daft.func.batch(return_dtype=DataType.float64(), batch_size=1000)
def zscore(values):
    return values.to_pylist()


@daft.udf(return_dtype=DataType.float64(), batch_size=1000)
def rank(values):
    return values.to_pylist()


df = daft.from_pydict({"value": list(range(1000))})
df.with_columns({"z": zscore(col("value")), "rank": rank(col("value"))}).write_parquet("z")
