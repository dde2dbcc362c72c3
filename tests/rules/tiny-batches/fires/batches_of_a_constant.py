# also DFT301
# daft-lint: workers=8
import daft
from daft import DataType, col

BATCH = 8


@daft.udf(return_dtype=DataType.string(), batch_size=128)
class Clean:
    def __call__(self, text):
        return text


clean = Clean.with_concurrency(32)
# daft-lint: rows=200_000, partitions=1
df = daft.read_csv("s3://bucket/texts.csv")
df = df.into_batches(BATCH)  # expect
df.with_column("clean", clean(col("text"))).write_json("s3://bucket/clean")
