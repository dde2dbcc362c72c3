import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(target: str, dry: bool):
    df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
    if dry:
        df.write_parquet("/tmp/dry")
        return
    if target.endswith(".csv"):
        df.write_csv(target)
    else:
        df.write_parquet(target)
