# daft-lint: workers=3, cpus-per-worker=4
import daft
from daft import col

POOL = 16


@daft.cls(max_concurrency=POOL)
class Parse:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def __call__(self, lines):
        return lines.to_pylist()


logs = daft.read_text("s3://logs/2024/*.log")
logs = logs.select(Parse()(col("text")).alias("event"))  # expect
logs.write_parquet("s3://events")
