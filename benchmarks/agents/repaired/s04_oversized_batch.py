"""Sentences are scored in batches as large as a task."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Score:
    def __init__(self):
        from sentence_transformers import CrossEncoder

        self.model = CrossEncoder("cross-encoder/ms-marco-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=daft.DataType.float32(), batch_size=1_000)
    def __call__(self, texts: daft.Series):
        return self.model.predict(texts.to_pylist())


# daft-lint: rows=8_000, partitions=4
reviews = daft.read_parquet("s3://shop/reviews/*.parquet")
reviews = reviews.with_column("score", Score()(col("text")))
reviews.write_parquet("s3://shop/scores")
