import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://first/*.parquet")
for path in ("s3://second/*.parquet",):
    df = df.concat(daft.read_parquet(path).with_column("vector", embed(col("text"))))
    df.write_parquet("s3://all/", write_mode="overwrite")
