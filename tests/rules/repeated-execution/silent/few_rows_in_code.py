import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.from_pydict({"text": ["a", "b", "c"]}).with_column("vector", embed(col("text")))
df.write_parquet("here")
df.write_csv("there")
