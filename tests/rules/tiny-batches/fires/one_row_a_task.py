# daft-lint: workers=2
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Slug:
    def __call__(self, title: int) -> str:
        return str(title)


df = daft.range(20_000).into_batches(1)  # expect
df.with_column("slug", Slug()(col("id"))).write_parquet("slugs")
