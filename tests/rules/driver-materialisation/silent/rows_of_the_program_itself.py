import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.from_pydict({"text": ["x"] * 2_000_000}).with_column("vector", embed(col("text")))
vectors = df.to_pydict()["vector"]
