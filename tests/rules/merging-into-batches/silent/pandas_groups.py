# daft-lint: workers=4
import daft
import polars as pl


@daft.cls(max_concurrency=4)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=2)
    def __call__(self, titles):
        return titles.to_pylist()


tag = Tag()
lazy = pl.scan_parquet("titles.parquet")
for batch in lazy.collect().into_batches(10_000):
    print(batch.with_columns(tag=tag(batch["title"])))
