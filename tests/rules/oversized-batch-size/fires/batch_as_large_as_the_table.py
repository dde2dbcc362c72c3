# daft-lint: workers=1
import daft
from daft import col

BATCH: int = 4096


@daft.cls(max_concurrency=8, gpus=0.125)
class Rerank:
    def __init__(self):
        from sentence_transformers import CrossEncoder

        self.model = CrossEncoder("ms-marco")

    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=BATCH)
    def score(self, queries, passages):
        pairs = list(zip(queries.to_pylist(), passages.to_pylist()))
        return self.model.predict(pairs)


rerank = Rerank()
candidates = daft.from_arrow(retrieved)  # daft-lint: rows=4000
candidates = candidates.with_column(
    "score",
    rerank.score(col("query"), col("passage")),  # expect
)
candidates.sort("score", desc=True).write_parquet("ranked")
