# daft-lint: workers=104
"""Most nodes have no GPU; nobody says how many have."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=40, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=512)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://texts/").into_partitions(400)
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://vectors")
