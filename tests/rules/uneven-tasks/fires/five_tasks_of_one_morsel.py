# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Clean:
    def __call__(self, number: int) -> str:
        return str(number)


df = daft.range(1_000).into_partitions(5)
df = df.with_column("clean", Clean()(col("id")))  # expect
df.write_parquet("clean")
