import daft

path = "s3://texts/"
daft.set_runner_native()
df = daft.read_parquet(path).into_batches(1_000)
df.write_parquet("out")
