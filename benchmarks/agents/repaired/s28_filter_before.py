"""A filter before the pool: how many rows it keeps, only a run tells."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Rate:
    def __init__(self):
        from transformers import pipeline

        self.rate = pipeline("zero-shot-classification")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=20)
    def __call__(self, texts: daft.Series):
        return [self.rate(text, ["good", "bad"])["labels"][0] for text in texts.to_pylist()]


# daft-lint: rows=2_000, partitions=1
samples = daft.read_parquet("s3://rlhf/samples.parquet")
# daft-lint: rows=1_500, partitions=4
samples = samples.where(col("length") > 20)
samples = samples.with_column("rating", Rate()(col("text")))
samples.write_parquet("s3://rlhf/ratings")
