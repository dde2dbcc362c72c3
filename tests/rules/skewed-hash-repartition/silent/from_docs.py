import daft
from daft import col


@daft.cls(max_concurrency=8)
class Summarise:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, paths):
        return [None for _ in paths]


# daft-lint: workers=8, rows=64, partitions=1
videos = daft.from_glob_path("s3://talks/*.mp4").into_partitions(8)
videos = videos.with_column("summary", Summarise()(col("path")))
videos.write_lance("summaries.lance")
