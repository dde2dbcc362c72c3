import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
for epoch in range(10):
    for row in df.iter_rows():  # expect
        print(epoch, row)
