import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def save(df: daft.DataFrame, target: str):
    df.write_parquet(target)  # expect


def main():
    df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
    save(df, "s3://here/")
    save(df, "s3://there/")
