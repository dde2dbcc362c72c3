"""How many files match, nobody wrote down: the user has to tell."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=100)
    def __call__(self, texts: daft.Series):
        return self.model.encode(texts.to_pylist()).tolist()


# daft-lint: rows=2_000, partitions=1
texts = daft.read_parquet("s3://warehouse/texts/*.parquet")
texts = texts.into_partitions(2).with_column("vector", Embed()(col("text")))
texts.write_parquet("s3://warehouse/vectors")
