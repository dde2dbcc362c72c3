"""A pool behind a sort of one partition."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Rerank:
    def __init__(self):
        from sentence_transformers import CrossEncoder

        self.model = CrossEncoder("BAAI/bge-reranker-base")

    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=20)
    def __call__(self, passages: daft.Series):
        return self.model.predict(passages.to_pylist())


# daft-lint: rows=800, partitions=1
hits = daft.read_parquet("s3://search/hits.parquet")
hits = hits.sort("rank")
hits = hits.with_column("score", Rerank()(col("passage")))
hits.write_parquet("s3://search/reranked")
