import daft
from daft import col

daft.set_runner_ray()
# daft-lint: partitions=4
df = daft.read_parquet("s3://bucket/index/").select("url")
df = df.with_column("image", col("url").download().decode_image())
df = df.into_partitions(64)  # expect
df.write_lance("images.lance")
