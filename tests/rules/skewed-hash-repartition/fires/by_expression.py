import daft
from daft import col


@daft.cls(max_concurrency=16, gpus=1)
class Render:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, scenes):
        return [None for _ in scenes]


# daft-lint: workers=16, rows=200, partitions=1
scenes = daft.read_parquet("s3://scenes/index.parquet")
scenes = scenes.repartition(16, col("scene"))  # expect
scenes = scenes.with_column("image", Render()(col("scene")))
scenes.write_lance("images.lance")
