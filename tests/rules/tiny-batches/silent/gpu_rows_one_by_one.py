# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=32, gpus=0.25)
class Render:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, scenes):
        return [None for _ in scenes]


df = daft.range(100_000).into_partitions(16)
df.with_column("image", Render()(col("id"))).write_lance("images.lance")
