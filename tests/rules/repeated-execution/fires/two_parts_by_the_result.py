import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", embed(col("text")))
good = df.where(col("score") > 0.5)
bad = df.where(col("score") <= 0.5)
good.write_parquet("s3://good/")
bad.write_parquet("s3://bad/")  # expect
