import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
counts = df.groupby("topic").agg(col("id").count().alias("count"))
df.join(counts, on="topic").write_parquet("counted/")
df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.select("id", "topic").join(df.select("id", "score"), on="id").write_parquet("parts/")
df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df.select("id", col("score").alias("z")), on="id").select("id", "score").write_csv("one/")
df = daft.read_parquet("s3://texts/*.parquet").with_column("score", score(col("text")))
df.join(df.groupby("topic").agg(col("score").mean()), on="topic").count_rows()
