import daft
from daft import DataType, col

MEAN, DEVIATION = 4.5, 1.5


@daft.func(return_dtype=DataType.float64())
def normal(value: float, mean: float, deviation: float) -> float:  # expect
    return (value - mean) / deviation


df = daft.read_parquet("s3://bucket/*.parquet")
df.with_column("normal", normal(col("value"), MEAN, DEVIATION)).write_parquet("out")
