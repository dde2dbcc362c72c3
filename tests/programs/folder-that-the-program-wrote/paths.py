DOCS = "s3://bucket/stage/docs.parquet"
RAW = "s3://bucket/stage/raw.parquet"
