import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def main(names: list[str]):
    df = daft.read_parquet("s3://texts/*.parquet")
    for name in names:
        df = df.with_column(f"{name}_vector", embed(col(name)))
        print(name, df.where(col(f"{name}_vector").is_null()).count_rows())  # expect
