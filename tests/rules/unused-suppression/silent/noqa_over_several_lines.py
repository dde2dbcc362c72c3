import daft

df = (
    daft.from_glob_path("s3://audio/*.flac")
    .repartition(64)
    .into_partitions(24)
)  # noqa: DFT202
df.write_parquet("s3://listing")
