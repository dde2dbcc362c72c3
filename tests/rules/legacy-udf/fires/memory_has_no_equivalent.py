import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.embedding(DataType.float32(), 384), memory_bytes=4 * 1024**3)
class Embed:  # expect
    def __init__(self):
        from sentence_transformers import SentenceTransformer

        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    def __call__(self, texts):
        return self.model.encode(texts.to_pylist())


df = daft.read_parquet("texts/").with_column("embedding", Embed(col("text")))
df.write_parquet("embeddings")
