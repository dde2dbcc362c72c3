# daft-lint: workers=1
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.string(), num_cpus=1)
class Caption:  # expect
    def __init__(self, model: str):
        self.model = model

    def __call__(self, images):
        return [self.model for _ in images]


Tuned = Caption.override_options(batch_size=16).with_concurrency(4)
caption = Tuned.with_init_args("small")

# daft-lint: rows=64_000, partitions=4
df = daft.read_parquet("photos/")
df = df.with_column("caption", caption(col("thumbnail")))
df.write_parquet("captions")
