import daft

pattern = "s3://media/audio/*.flac"
df = daft.from_glob_path(pattern).repartition(64).into_partitions(24)  # expect
df.write_parquet("s3://media/listing")
