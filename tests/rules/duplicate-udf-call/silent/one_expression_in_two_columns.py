import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


scored = score(col("text"))
df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_columns({"score": scored, "rounded": scored.round(1)})
df.write_parquet("s3://scores/")
