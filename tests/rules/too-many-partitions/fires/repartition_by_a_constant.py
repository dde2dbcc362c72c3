# also DFT301
# daft-lint: workers=4
import daft
from daft import DataType, col

ROWS = 100_000
PARTITIONS = ROWS // 5


@daft.udf(return_dtype=DataType.string(), batch_size=50)
class Clean:
    def __call__(self, text):
        return text


clean = Clean.with_concurrency(16)
df = daft.range(ROWS).repartition(PARTITIONS)
df = df.with_column("clean", clean(col("id")))  # expect
df.write_json("clean")
