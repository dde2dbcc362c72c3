# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=16)
    def __call__(self, texts):
        return texts.to_pylist()


schema = daft.from_pydict({"text": []})
schema.with_column("clean", Clean()(col("text"))).write_parquet("clean")
