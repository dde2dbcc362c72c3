# daft-lint: workers=8, cpus-per-worker=16
import daft
from daft import DataType, col

daft.set_runner_native()


@daft.cls(max_concurrency=1, use_process=True)
class Tokens:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=256)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.read_parquet("corpus/*.parquet")
df.with_column("ids", Tokens()(col("text"))).write_parquet("tokens")
