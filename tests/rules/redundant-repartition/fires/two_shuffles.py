import daft
from daft import col


@daft.cls(max_concurrency=8)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=256)
    def __call__(self, amounts):
        return amounts.to_pylist()


orders = daft.read_parquet("s3://shop/orders/")
orders = orders.repartition(128)  # expect
orders = orders.repartition(32, "customer")
orders = orders.with_column("score", Score()(col("amount")))
orders.write_parquet("s3://shop/scores")
