# Eight actors, and batches of 2,000 rows.
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    def __init__(self):
        self.model = load_model()

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=2_000)
    def __call__(self, texts):
        return self.model.encode(texts.to_pylist())


df = daft.read_parquet("s3://texts/*.parquet")  # daft-lint: rows=16000, partitions=8
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://vectors")
