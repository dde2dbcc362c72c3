import daft
from daft import col


@daft.cls(max_concurrency=8)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=512)
    def __call__(self, texts):
        return texts.to_pylist()


def clean(pattern: str, partitions: int = 1) -> None:
    df = daft.from_glob_path(pattern).into_partitions(partitions)
    df.with_column("clean", Clean()(col("path").download())).write_parquet("clean")
