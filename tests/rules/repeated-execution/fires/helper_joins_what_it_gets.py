import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


def with_means(df):
    means = df.groupby("topic").agg(col("score").mean().alias("mean"))
    return df.join(means, on="topic").where(col("score") > col("mean"))  # expect


texts = daft.read_parquet("s3://texts/*.parquet")
scored = texts.with_column("score", score(col("text")))
with_means(scored).write_parquet("above/")
with_means(texts.with_column("score", col("length"))).write_parquet("long/")
