import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(languages: list[str]):
    df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
    for language in languages:
        df.where(col("language") == language).write_parquet(f"s3://vectors/{language}")
