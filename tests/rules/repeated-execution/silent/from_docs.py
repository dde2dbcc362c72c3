import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


path = "s3://texts/*.parquet"


def in_memory():
    df = daft.read_parquet(path).with_column("vector", embed(col("text"))).collect()
    df.write_parquet("vectors/")
    df.select("id", "vector").write_lance("vectors.lance")


def by_files():
    df = daft.read_parquet(path).with_column("vector", embed(col("text")))
    df.write_parquet("vectors/")
    daft.read_parquet("vectors/").select("id", "vector").write_lance("vectors.lance")
