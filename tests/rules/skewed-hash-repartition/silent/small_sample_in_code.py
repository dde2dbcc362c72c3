# daft-lint: workers=4
"""A handful of rows while trying things out."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, matches):
        return [None for _ in matches]


df = daft.from_pydict({"match": list(range(32))}).repartition(4, "match")
df.with_column("score", Score()(col("match"))).write_lance("scores.lance")
