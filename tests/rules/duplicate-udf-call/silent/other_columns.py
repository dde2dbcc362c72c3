import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_columns({"a": score(col("title")), "b": score(col("text"))})
df.write_parquet("s3://scores/")
