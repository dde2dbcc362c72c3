"""Two pools one behind the other, fed by one file."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Clean:
    def __init__(self):
        import ftfy

        self.fix = ftfy.fix_text

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=50)
    def __call__(self, texts: daft.Series):
        return [self.fix(text) for text in texts.to_pylist()]


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=50)
    def __call__(self, texts: daft.Series):
        return self.model.encode(texts.to_pylist()).tolist()


# daft-lint: rows=2_000, partitions=1
articles = daft.read_parquet("s3://articles/all.parquet")
articles = articles.into_partitions(2).with_column("clean", Clean()(col("text")))
articles = articles.with_column("vector", Embed()(col("clean")))
articles.write_parquet("s3://articles/vectors")
