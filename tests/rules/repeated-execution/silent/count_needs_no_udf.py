import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
print(df.count_rows())
df.write_parquet("s3://vectors/")
print(df.count_rows())
