# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Redact:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=50)
    def __call__(self, letters):
        return letters.to_pylist()


letters = daft.read_json("s3://letters/*.json")  # daft-lint: rows=400_000, partitions=40
letters = letters.into_batches(5_000)
letters.with_column("redacted", Redact()(col("body"))).write_parquet("s3://letters/redacted")
