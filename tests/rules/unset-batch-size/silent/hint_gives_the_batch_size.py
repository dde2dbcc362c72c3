# daft-lint: workers=1
import daft
from daft import col
from pipelines.udfs import settings


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=settings.batch_size)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_pydict({"text": ["a"] * 10_000})
df.with_column("vector", Embed()(col("text"))).write_parquet("vectors")
