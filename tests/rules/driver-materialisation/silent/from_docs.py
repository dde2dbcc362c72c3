import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.range(5_000_000, partitions=64)
df = df.with_column("vector", embed(col("id")))
df.write_parquet("vectors/")
