import daft

path = "s3://texts/"
daft.set_runner_native()
df = daft.read_parquet(path).repartition(16)  # expect
df.write_parquet("out")
