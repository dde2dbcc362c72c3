import daft
from daft import col
from judges import goodness, known, length_of


@daft.func
def is_new(key: str) -> bool:
    return key not in known


@daft.func
def is_good(text: str) -> bool:
    return goodness(text) > 0.5


@daft.func
def is_long(text: str) -> bool:
    return length_of(text) > 100


df = daft.read_parquet("s3://bucket/pages/*.parquet")
df = df.where(is_new(col("key")) & ~is_good(col("text")))  # expect
df.write_parquet("s3://bucket/kept/")
