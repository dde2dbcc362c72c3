import daft
from daft import col


@daft.cls(max_concurrency=8)
class Summarise:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, paths):
        return [None for _ in paths]


def summarised(pattern):
    # daft-lint: workers=8, rows=100, partitions=1
    df = daft.from_glob_path(pattern)
    df = df.repartition(8, "path")  # expect
    return df.with_column("summary", Summarise()(col("path")))


summarised("s3://talks/*.mp4").write_lance("summaries.lance")
