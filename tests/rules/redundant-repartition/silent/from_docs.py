import daft

pattern = "s3://media/audio/*.flac"
df = daft.from_glob_path(pattern).into_partitions(24)
df.write_parquet("s3://media/listing")
