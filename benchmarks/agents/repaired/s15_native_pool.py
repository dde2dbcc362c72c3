"""A pool of processes on the native runner, with batches as large as the table."""

import daft
from daft import col

daft.set_runner_native()


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1_000)
    def __call__(self, texts: daft.Series):
        return self.model.encode(texts.to_pylist()).tolist()


# daft-lint: rows=4_000, partitions=1
notes = daft.read_parquet("notes.parquet")
notes = notes.with_column("vector", Embed()(col("text")))
notes.write_parquet("vectors")
