# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=5000)
    def __call__(self, text):
        return text


daft.read_csv("reviews.csv").with_column("vector", Embed()(col("text"))).write_parquet("vectors")
