import daft
from daft import DataType, Series, col


@daft.udf(return_dtype=DataType.string())
def fetch(paths: Series, bucket: str, prefix: str, *, region: str) -> Series:  # expect
    return Series.from_pylist([f"{region}/{bucket}/{prefix}/{path}" for path in paths])


def run(store, region: str) -> None:
    df = daft.read_parquet("s3://bucket/paths/")
    df = df.with_column("at", fetch(col("path"), store.bucket, store.prefix, region=region))
    df.write_parquet("at")
