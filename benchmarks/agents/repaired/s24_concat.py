"""Two small tables are put together, then embedded by a pool."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=200)
    def __call__(self, texts: daft.Series):
        return self.model.encode(texts.to_pylist()).tolist()


# daft-lint: rows=800, partitions=1
old = daft.read_parquet("s3://faq/old.parquet")
# daft-lint: rows=800, partitions=1
new = daft.read_parquet("s3://faq/new.parquet")
faq = old.concat(new)
faq = faq.with_column("vector", Embed()(col("question")))
faq.write_parquet("s3://faq/vectors")
