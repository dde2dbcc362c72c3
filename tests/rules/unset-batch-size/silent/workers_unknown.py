"""On a large cluster each of the 8 tasks may have a worker of its own."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Parse:
    def __call__(self, line: str) -> str:
        return line.strip()


df = daft.range(800_000, partitions=8)
df = df.with_column("line", Parse()(col("id").cast(daft.DataType.string())))
df.write_parquet("lines")
