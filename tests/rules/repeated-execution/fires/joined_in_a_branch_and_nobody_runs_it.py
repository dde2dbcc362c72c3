import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


def build(path: str, *, compare: bool) -> daft.DataFrame:
    df = daft.read_parquet(path).with_column("score", score(col("text")))
    if compare:
        means = df.groupby("topic").agg(col("score").mean().alias("mean"))
        df = df.join(means, on="topic")  # expect
    return df
