import daft
from daft import col

WORKERS = 10
PARTITIONS = 2 * WORKERS


@daft.cls(max_concurrency=WORKERS)
class Align:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, recordings):
        return [None for _ in recordings]


# daft-lint: workers=10, rows=120, partitions=1
df = daft.from_glob_path("s3://speech/*.flac")
df = df.repartition(PARTITIONS, "path")  # expect
df = df.with_column("words", Align()(col("path")))
rows = df.to_pylist()
