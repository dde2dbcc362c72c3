import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def embedded(df: daft.DataFrame, name: str) -> daft.DataFrame:
    return df.with_column(f"{name}_vector", embed(col(name)))


df = daft.read_parquet("s3://texts/*.parquet")
for name in ("title", "text", "summary"):
    df = embedded(df, name)
df.write_parquet("s3://here/")
df.write_parquet("s3://there/")  # expect
