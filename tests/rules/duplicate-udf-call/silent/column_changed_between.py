import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_column("before", score(col("text")))
df = df.with_column("text", col("text").lower())
df = df.with_column("after", score(col("text")))
df.write_parquet("s3://scores/")
