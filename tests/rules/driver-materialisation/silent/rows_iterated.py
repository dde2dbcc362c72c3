import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.range(5_000_000, partitions=64).with_column("vector", embed(col("id")))
for row in df.iter_rows():
    print(row)
