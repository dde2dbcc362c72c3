import daft
from daft import col
from encoders import encode
from flags import verbose


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def short(df: daft.DataFrame) -> int:
    return df.where(col("vector").length() < 8).count_rows()  # expect


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
found = short(df)
if verbose():
    print(found, short(df))
