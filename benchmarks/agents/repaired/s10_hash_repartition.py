"""A repartition by key in front of a pool: hash partitions of few rows are uneven."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Enrich:
    def __init__(self):
        import spacy

        self.nlp = spacy.load("en_core_web_sm")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, texts: daft.Series):
        return [[one.text for one in doc.ents] for doc in self.nlp.pipe(texts.to_pylist())]


# daft-lint: workers=8, rows=64, partitions=1
posts = daft.read_parquet("s3://posts/threads.parquet")
posts = posts.into_partitions(8)
posts = posts.with_column("entities", Enrich()(col("text")))
posts.write_parquet("s3://posts/entities")
