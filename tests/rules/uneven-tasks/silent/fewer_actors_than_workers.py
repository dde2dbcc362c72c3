# daft-lint: workers=4
"""Three GPU actors on a cluster of four: what they don't get is not theirs to lose."""

import daft
from daft import col


@daft.cls(max_concurrency=3, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=10)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.range(6_000).into_partitions(6)
df.with_column("vector", Embed()(col("id"))).write_lance("vectors.lance")
