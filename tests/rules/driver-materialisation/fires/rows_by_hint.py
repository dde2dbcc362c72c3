import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(path: str):
    df = daft.read_parquet(path)  # daft-lint: rows=20_000_000
    df = df.with_column("vector", embed(col("text")))
    return df.to_pandas()  # expect
