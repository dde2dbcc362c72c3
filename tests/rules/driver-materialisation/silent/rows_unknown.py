import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(path: str):
    return daft.read_parquet(path).with_column("vector", embed(col("text"))).to_pandas()
