import daft


def spread(path):
    return daft.read_parquet(path).into_partitions(2)  # expect


def preview(df):
    return df.limit(5).to_pandas()


print(preview(spread("s3://bucket/pages/*.parquet")))
