# daft-lint: workers=4
"""The remedy must not be into_partitions: beside the show() it would hang."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Caption:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, images):
        return ["" for _ in images]


df = daft.from_glob_path("s3://photos/*.jpg")
df = df.with_column("caption", Caption()(col("path").download()))  # expect
df.show()
df.write_parquet("s3://captions")
