"""Three files for two workers: one of them gets two."""

import daft
from daft import col


@daft.cls(max_concurrency=2)
class Translate:
    def __init__(self):
        from transformers import pipeline

        self.translate = pipeline("translation_en_to_fr")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=20)
    def __call__(self, texts: daft.Series):
        return [one["translation_text"] for one in self.translate(texts.to_pylist())]


# daft-lint: rows=3_000, partitions=3
news = daft.read_parquet("s3://news/*.parquet")
news = news.into_partitions(6).with_column("french", Translate()(col("text")))
news.write_parquet("s3://news/fr")
