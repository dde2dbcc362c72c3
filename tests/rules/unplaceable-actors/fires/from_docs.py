# daft-lint: workers=4, gpus-per-worker=1
import daft
from daft import col


@daft.cls(max_concurrency=6, gpus=1)
class Transcribe:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=4)
    def __call__(self, audio):
        return ["" for _ in audio]


df = daft.from_glob_path("s3://media/audio/*.flac").into_partitions(24)
df = df.with_column("text", Transcribe()(col("path").download()))  # expect
df.write_parquet("s3://media/transcripts")
