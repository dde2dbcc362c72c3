# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Route:
    def __call__(self, address: str) -> str:
        return address[:2]


(
    daft.range(8_000, partitions=8)
    .with_column("address", col("id").cast(daft.DataType.string()))
    .into_batches(4_000)  # expect
    .with_column("depot", Route()(col("address")))
    .write_parquet("routes")
)
