# also DFT301
# daft-lint: workers=4, cpus_per_worker=16
import daft
from daft import DataType, col

ACTORS = 7


@daft.udf(return_dtype=DataType.string(), batch_size=20)
class Caption:
    def __call__(self, photo):
        return photo


caption = Caption.with_concurrency(ACTORS)
df = daft.range(16_000).into_partitions(8)
df = df.with_column("caption", caption(col("id")))  # expect
df.write_json("captions")
