import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.range(1_000).with_column("vector", embed(col("id")))
vectors = df.to_pylist()
