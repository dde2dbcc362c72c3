import daft
import ray
from daft import col

ray.init(num_cpus=8, num_gpus=1)


@daft.cls(max_concurrency=2, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_csv("texts/*.csv")
df = df.with_column("vector", Embed()(col("text")))  # expect
df.write_parquet("vectors")
