import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet")
df.with_column("vector", embed(col("text"))).write_parquet("s3://vectors/")
df.with_column("vector", embed(col("title"))).write_parquet("s3://titles/")
