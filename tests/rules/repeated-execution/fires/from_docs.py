import daft
from daft import col
from encoders import encode, rate


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


@daft.func
def score(text: str) -> float:
    return rate(text)


path = "s3://texts/*.parquet"
df = daft.read_parquet(path).with_column("vector", embed(col("text")))
df.write_parquet("vectors/")
df.select("id", "vector").write_lance("vectors.lance")  # expect

df = daft.read_parquet(path).with_column("score", score(col("text")))
means = df.groupby("topic").agg(col("score").mean().alias("mean"))
df.join(means, on="topic").write_parquet("scores/")  # expect
