import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.range(30_000_000, partitions=32).with_column("vector", embed(col("id"))).collect()
table = df.to_arrow()  # expect
