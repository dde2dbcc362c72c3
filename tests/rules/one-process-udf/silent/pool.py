# daft-lint: workers=4, cpus-per-worker=16
"""The actors of a pool are processes."""

import daft

daft.set_runner_ray()


@daft.cls(max_concurrency=64)
class Shingles:
    def __call__(self, text: str) -> list[str]:
        return [text[i : i + 5].lower() for i in range(len(text))]


df = daft.read_parquet("s3://corpus/*.parquet")  # daft-lint: partitions=640
df.with_column("shingles", Shingles()(df["text"])).write_parquet("s3://corpus/shingles")
