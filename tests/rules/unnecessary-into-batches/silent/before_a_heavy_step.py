"""Few images at a time are decoded, so that they fit into memory."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


# daft-lint: workers=1
def run():
    df = daft.from_glob_path("images/*.jpg").into_batches(64)
    df = df.with_column("image", col("path").download().decode_image())
    return df.with_column("vector", Embed()(col("image"))).to_pandas()
