import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
for name in ("id", "text"):
    df.select(name, "vector").show()
