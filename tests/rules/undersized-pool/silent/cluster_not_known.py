"""Nobody says how many workers there are."""

import daft
from daft import DataType, col

daft.set_runner_ray(address="auto")


@daft.cls(max_concurrency=1, use_process=True)
class Tokens:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=256)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.read_parquet("s3://corpus/*.parquet")
df.with_column("ids", Tokens()(col("text"))).write_parquet("s3://tokens")
