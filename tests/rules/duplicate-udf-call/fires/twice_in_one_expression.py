import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_column("square", score(col("text")) * score(col("text")))  # expect
df.write_parquet("s3://scores/")
