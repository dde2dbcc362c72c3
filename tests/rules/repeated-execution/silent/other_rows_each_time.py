import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(split: str):
    df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
    df.where(col("split") == "train").write_parquet("s3://train/")
    df.where(col("split") == "test").write_parquet("s3://test/")
    df.where(col("split") == split).write_parquet("s3://other/")
