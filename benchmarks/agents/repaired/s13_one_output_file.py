"""into_partitions(1), to get one output file, in front of the pool instead of behind it."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Language:
    def __init__(self):
        import fasttext

        self.model = fasttext.load_model("lid.176.bin")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def __call__(self, texts: daft.Series):
        return [self.model.predict(text)[0][0] for text in texts.to_pylist()]


# daft-lint: rows=2_000, partitions=8
pages = daft.read_parquet("s3://crawl/*.parquet")
pages = pages.into_partitions(2)
pages = pages.with_column("language", Language()(col("text")))
pages.write_parquet("s3://crawl/languages")
