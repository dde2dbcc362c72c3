# daft-lint: workers=104
"""CPU nodes read, a few GPU nodes embed: the one task may use all actors, but one node reads."""

import daft
from daft import col


@daft.cls(max_concurrency=40, gpus=1)
class EmbedTexts:
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("BAAI/bge-large-en", device="cuda")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=512)
    def __call__(self, texts):
        return self.model.encode(texts.to_pylist())


df = daft.from_glob_path("s3://common-crawl/wet/*.wet.gz")
df = df.with_column("embedding", EmbedTexts()(col("path").download().decode("utf-8")))  # expect
df.write_lance("s3://common-crawl/embeddings.lance")
