import daft

pages = daft.read_parquet("s3://bucket/pages/*.parquet")
pages.show()
pages.into_partitions(16).write_parquet("s3://bucket/copy")
