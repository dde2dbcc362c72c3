import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.range(5_000_000, partitions=64).with_column("score", embed(col("id")))
print(df.agg(col("score").sum()).to_pydict())
print(df.groupby("score").agg(col("id").count()).to_pandas())
