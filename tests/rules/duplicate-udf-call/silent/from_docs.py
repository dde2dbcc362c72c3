import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_column("score", score(col("text")))
df = df.where(col("score") > 0.5)
df.write_parquet("s3://scores/")
