import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
empty = df.where(col("vector").is_null()).collect()
df.write_parquet("s3://vectors/")  # expect
