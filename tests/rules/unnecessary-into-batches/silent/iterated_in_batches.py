import daft

df = daft.read_parquet("s3://texts/").into_batches(256)
for partition in df.iter_partitions():
    print(len(partition))
