# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Transcribe:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=4)
    def __call__(self, recordings):
        return [None for _ in recordings]


# daft-lint: rows=20_000, partitions=1
df = daft.from_glob_path("s3://bucket/calls/*.wav")
df = df.with_column("sound", col("path").download())
df = df.repartition(16)  # expect
df = df.with_column("words", Transcribe()(col("sound")))
df.select("path", "words").write_parquet("s3://bucket/words")
