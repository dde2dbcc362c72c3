# daft-lint: workers=1
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.float64(), batch_size=1_000, concurrency=3)
def price(strikes):
    return strikes.to_pylist()


options = daft.from_arrow(chain())  # daft-lint: rows=4_000
options = options.with_columns(
    {
        "price": price(col("strike")),  # expect
        "year": col("expiry").year(),
    }
)
options.write_parquet("prices")
# also DFT301
