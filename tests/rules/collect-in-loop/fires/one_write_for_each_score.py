import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(levels: list[float]):
    df = daft.read_parquet("s3://texts/*.parquet").with_column("score", embed(col("text")))
    for level in levels:
        df.where(col("score") > level).write_parquet(f"s3://scores/{level}")  # expect
