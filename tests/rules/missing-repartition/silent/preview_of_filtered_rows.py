# daft-lint: workers=4
"""The limit of show() can't pass the filter on the caption, but it is a preview all the same."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Caption:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, images):
        return ["" for _ in images]


df = daft.from_glob_path("s3://photos/*.jpg")
df = df.with_column("caption", Caption()(col("path").download()))
df.where(col("caption") != "").show()
