# also DFT301
# daft-lint: workers=2
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.string(), batch_size=256)
class Clean:
    def __call__(self, text):
        return text


clean = Clean.override_options(batch_size=1).with_concurrency(48)
df = daft.range(200_000).into_partitions(32)
df = df.with_column("clean", clean(col("id")))  # expect
df.write_json("clean")
