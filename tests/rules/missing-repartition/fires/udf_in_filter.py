# daft-lint: workers=2
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=64)
    def __call__(self, texts):
        return [0.5 for _ in texts]


daft.set_runner_ray()
df = daft.from_glob_path("s3://bucket/pages/*.txt").into_partitions(16)
df = df.where(Score()(col("path")) > 0.5)  # expect
df.write_parquet("s3://bucket/good")
