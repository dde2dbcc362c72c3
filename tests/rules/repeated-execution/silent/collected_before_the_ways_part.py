import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df = df.collect()
df.join(df.groupby("topic").agg(col("score").mean().alias("mean")), on="topic").write_csv("m/")
other = daft.read_parquet("s3://others/*.parquet").with_column("score", score(col("text")))
other.collect()
other.where(col("score") > 0.5).concat(other.where(col("score") <= 0.5)).write_csv("o/")
