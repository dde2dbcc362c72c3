import daft
from daft import col

df = daft.read_parquet("s3://texts/")
df = df.where(col("text") != "").into_batches(1_000)  # noqa: DFT2, E501  # expect
df.write_parquet("s3://clean")
