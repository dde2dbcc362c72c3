"""into_batches makes one task of all rows, in front of a pool."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Caption:
    def __init__(self):
        from transformers import pipeline

        self.caption = pipeline("image-to-text")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=50)
    def __call__(self, images: daft.Series):
        return [one[0]["generated_text"] for one in self.caption(images.to_pylist())]


# daft-lint: rows=4_000, partitions=16
photos = daft.read_parquet("s3://photos/*.parquet")
photos = photos.into_batches(1_000)
photos = photos.with_column("caption", Caption()(col("image")))
photos.write_parquet("s3://captions")
