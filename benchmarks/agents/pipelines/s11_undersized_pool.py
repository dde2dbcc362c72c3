"""One actor on a cluster of two workers."""

import daft
from daft import col


@daft.cls(max_concurrency=1)
class Summarise:
    def __init__(self):
        from transformers import pipeline

        self.summarise = pipeline("summarization")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=16)
    def __call__(self, texts: daft.Series):
        return [one["summary_text"] for one in self.summarise(texts.to_pylist())]


# daft-lint: rows=1_600, partitions=8
reports = daft.read_parquet("s3://reports/*.parquet")
reports = reports.with_column("summary", Summarise()(col("text")))
reports.write_parquet("s3://summaries")
