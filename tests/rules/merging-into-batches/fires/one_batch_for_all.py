"""Whatever the cluster: 20,000 rows in batches of 50,000 are one task."""

import daft
from daft import DataType, col

ROWS_PER_TASK = 50_000


@daft.udf(return_dtype=DataType.float64(), batch_size=256)
class Fraud:
    def __call__(self, amounts):
        return amounts.to_pylist()


daft.set_runner_ray()
payments = daft.from_pydict({"amount": [float(n) for n in range(20_000)]})
payments = payments.into_batches(ROWS_PER_TASK)  # expect
payments = payments.with_column("risk", Fraud.with_concurrency(6)(col("amount")))
payments.write_parquet("risk")
# also DFT301
