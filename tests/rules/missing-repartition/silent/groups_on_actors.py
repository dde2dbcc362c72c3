# daft-lint: workers=4
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.struct({"mean": DataType.float64()}), concurrency=8)
def fit(values):
    return [{"mean": 0.0}]


df = daft.from_pydict({"key": [n % 100 for n in range(100_000)], "value": [1.0] * 100_000})
df = df.groupby("key").map_groups(fit(col("value")))
df.write_parquet("fits")
