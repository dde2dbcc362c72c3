import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


def main(partitions: int) -> int:
    df = daft.from_pydict({"x": ["a"] * 40_000}).into_partitions(partitions)
    df.with_column("y", Embed()(df["x"])).write_parquet("s3://bucket/out")  # finds DFT101 certain: only 2 tasks
    return 0
