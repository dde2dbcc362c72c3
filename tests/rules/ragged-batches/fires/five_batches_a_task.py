# daft-lint: workers=2
import daft
from daft import col

ROWS = 5_000


@daft.cls(max_concurrency=8, gpus=0.25)
class Depth:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=500)
    def estimate(self, images):
        return [None for _ in images]


depth = Depth()
frames = daft.range(ROWS).into_partitions(2)
frames = frames.with_column("depth", depth.estimate(col("id")))  # expect
frames.write_parquet("depth")
