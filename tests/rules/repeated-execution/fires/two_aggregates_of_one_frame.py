import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df = df.where(col("score") > 0.1)
means = df.groupby("topic").agg(col("score").mean().alias("mean"))
most = df.groupby("topic").agg(col("score").max().alias("most"))
means.join(most, on="topic").write_parquet("topics/")  # expect
