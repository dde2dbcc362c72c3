"""Nobody says how large the cluster is, and it may grow."""

import daft
from daft import col

daft.set_runner_ray(address="auto")


@daft.cls(max_concurrency=512, gpus=8)
class Train:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=4)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://corpus/")
df.with_column("loss", Train()(col("text"))).write_parquet("s3://losses")
