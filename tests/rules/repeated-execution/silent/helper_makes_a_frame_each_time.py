import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def load(path: str) -> daft.DataFrame:
    return daft.read_parquet(path).with_column("vector", embed(col("text")))


def main(first: str, second: str):
    load(first).write_parquet("s3://first/")
    load(second).write_parquet("s3://second/")
