"""Sixteen actors on two workers, fed by 96 tasks of even size: nothing to report."""

import daft
from daft import col

BATCH_SIZE = 32


@daft.cls(max_concurrency=16)
class Embed:
    def __init__(self) -> None:
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(
        return_dtype=daft.DataType.embedding(daft.DataType.float32(), 384), batch_size=BATCH_SIZE
    )
    def run(self, texts: daft.Series):
        return self.model.encode(texts.to_pylist())


df = daft.from_glob_path("s3://corpus/*.txt").into_partitions(96)
df = df.with_column("embedding", Embed().run(col("path").download().decode("utf-8")))
df.write_parquet("s3://corpus/embeddings")
