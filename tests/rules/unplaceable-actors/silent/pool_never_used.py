# daft-lint: workers=1, cpus-per-worker=4
import daft
from daft import col


@daft.cls(max_concurrency=64)
class Unused:
    def __call__(self, text: str) -> str:
        return text


unused = Unused()
df = daft.read_csv("lines/*.csv").with_column("other", unused(col("line")))
df.select("line").write_parquet("lines")
