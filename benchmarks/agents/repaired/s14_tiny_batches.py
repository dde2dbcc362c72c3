"""One row a batch, on one partition."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Hash:
    def __init__(self):
        import imagehash

        self.hash = imagehash.phash

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=1)
    def __call__(self, images: daft.Series):
        return [str(self.hash(image)) for image in images.to_pylist()]


# daft-lint: rows=400, partitions=1
images = daft.read_parquet("s3://images/index.parquet")
images = images.into_partitions(2).with_column("hash", Hash()(col("image")))
images.write_parquet("s3://images/hashes")
