import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


scored = score(col("text"))  # expect
df = daft.read_parquet("s3://texts/*.parquet")
df = df.where(scored > 0.5).with_column("score", scored)
df.write_parquet("s3://scores/")
