import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


def cached(frame: daft.DataFrame) -> None:
    frame.collect()


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
same = df
cached(same)
df.write_parquet("s3://vectors/")
df.select("id").write_csv("s3://ids/")
