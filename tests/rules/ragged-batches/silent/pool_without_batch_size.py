# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Clean:
    def __call__(self, text: str) -> str:
        return text.strip()


df = daft.range(1_000).into_partitions(5).with_column("text", col("id").cast(daft.DataType.string()))
df.with_column("clean", Clean()(col("text"))).write_parquet("clean")
