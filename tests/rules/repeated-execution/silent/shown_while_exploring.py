import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
df.show()
df.limit(5).to_pandas()
df.show(20)
print(df.schema())
df.explain(show_all=True)
df.write_parquet("s3://vectors/")
