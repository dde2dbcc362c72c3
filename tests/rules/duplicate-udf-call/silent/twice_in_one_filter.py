import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.where((score(col("text")) > 0.5) & (score(col("text")) < 0.9))
df.write_parquet("s3://scores/")
