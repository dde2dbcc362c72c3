import daft

daft.set_runner_native()
df = daft.read_parquet("s3://bucket/pages/*.parquet").into_partitions(16)
df.show()
