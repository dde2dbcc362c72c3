import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.float64(), batch_size=128)
class Forecast:
    def __call__(self, sales):
        return sales.to_pylist()


def by_store(sales: daft.DataFrame) -> daft.DataFrame:
    sales = sales.into_batches(5_000)  # expect
    return sales.repartition(64, "store")


sales = by_store(daft.read_csv("s3://sales/*.csv"))
sales = sales.with_column("next", Forecast.with_concurrency(16)(col("amount")))
sales.write_parquet("s3://forecast")
# also DFT301
