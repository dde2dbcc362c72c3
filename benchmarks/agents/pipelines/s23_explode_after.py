"""Documents are split by a pool, and the chunks are exploded behind it."""

import daft
from daft import col


@daft.cls(max_concurrency=6)
class Chunk:
    def __init__(self):
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        self.splitter = RecursiveCharacterTextSplitter(chunk_size=500)

    @daft.method.batch(
        return_dtype=daft.DataType.list(daft.DataType.string()), batch_size=600
    )
    def __call__(self, texts: daft.Series):
        return [self.splitter.split_text(text) for text in texts.to_pylist()]


# daft-lint: rows=1_200, partitions=1
docs = daft.read_parquet("s3://wiki/pages.parquet")
docs = docs.with_column("chunk", Chunk()(col("text"))).explode("chunk")
docs.write_parquet("s3://wiki/chunks")
