"""A pool whose batch_size nobody set: each task is one morsel."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Tokenize:
    def __init__(self):
        from transformers import AutoTokenizer

        self.tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")

    @daft.method.batch(return_dtype=daft.DataType.python())
    def __call__(self, texts: daft.Series):
        return self.tokenizer(texts.to_pylist())["input_ids"]


# daft-lint: rows=16_000, partitions=4
docs = daft.read_parquet("s3://corpus/docs/*.parquet")
docs = docs.with_column("tokens", Tokenize()(col("text")))
docs.write_parquet("s3://corpus/tokens")
