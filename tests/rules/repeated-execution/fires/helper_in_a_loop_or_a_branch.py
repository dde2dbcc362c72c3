import daft
from daft import DataFrame, col
from encoders import encode
from flags import parts, wanted


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def embedded(df: DataFrame) -> DataFrame:
    return df.with_column("vector", embed(col("text")))


df = daft.read_parquet("s3://texts/*.parquet")
for _ in parts():
    df = embedded(df)
df.write_parquet("s3://a/")
df.write_csv("s3://b/")  # expect

other = daft.read_parquet("s3://others/*.parquet")
if wanted():
    other = embedded(other)
other.write_parquet("s3://c/")
other.write_csv("s3://d/")  # expect
