import daft
from daft import col
from raters import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet")
df = df.where(col("text").length() > 5).with_column("length", col("text").length())
df.write_parquet("s3://lengths/")
