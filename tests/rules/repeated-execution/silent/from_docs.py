import daft
from daft import Window, col
from encoders import encode, rate


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


@daft.func
def score(text: str) -> float:
    return rate(text)


path = "s3://texts/*.parquet"


def in_memory():
    df = daft.read_parquet(path).with_column("vector", embed(col("text"))).collect()
    df.write_parquet("vectors/")
    df.select("id", "vector").write_lance("vectors.lance")


def by_files():
    df = daft.read_parquet(path).with_column("vector", embed(col("text")))
    df.write_parquet("vectors/")
    daft.read_parquet("vectors/").select("id", "vector").write_lance("vectors.lance")


def collected():
    df = daft.read_parquet(path).with_column("score", score(col("text"))).collect()
    means = df.groupby("topic").agg(col("score").mean().alias("mean"))
    df.join(means, on="topic").write_parquet("scores/")


def by_window():
    df = daft.read_parquet(path).with_column("score", score(col("text")))
    topic = Window().partition_by("topic")
    df.with_column("mean", col("score").mean().over(topic)).write_parquet("scores/")
