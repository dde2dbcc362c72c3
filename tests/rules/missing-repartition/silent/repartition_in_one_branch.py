import daft
from daft import col


@daft.cls(max_concurrency=8)
class Hash:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, blobs):
        return [str(hash(blob)) for blob in blobs.to_pylist()]


# daft-lint: workers=4
def run(partitions: int | None = None) -> None:
    df = daft.from_glob_path("s3://blobs/*")
    if partitions is not None:
        df = df.into_partitions(partitions)
    df = df.with_column("hash", Hash()(col("path").download()))
    df.write_parquet("s3://hashes")
