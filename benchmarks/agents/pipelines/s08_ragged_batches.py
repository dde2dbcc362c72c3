"""A batch_size that doesn't divide the rows of a task among its actors."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Classify:
    def __init__(self):
        from transformers import pipeline

        self.classify = pipeline("text-classification")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=200)
    def __call__(self, texts: daft.Series):
        return [one["label"] for one in self.classify(texts.to_pylist())]


# daft-lint: rows=2_000, partitions=2
tickets = daft.read_parquet("s3://tickets/*.parquet")
tickets = tickets.with_column("label", Classify()(col("body")))
tickets.write_parquet("s3://tickets/labels")
