# daft-lint: workers=2
import daft
from daft import DataType, Series, col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.embedding(DataType.float32(), 512), batch_size=64)
    def __call__(self, paths: Series):
        return self.model.encode(paths.to_pylist())


df = daft.from_glob_path("s3://bucket/images/*.jpg").into_partitions(16)
df = df.with_column("embedding", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")
