"""A pool that the cluster can't place, and repartitions that nobody needs."""

import daft
from daft import col


@daft.cls(max_concurrency=6, gpus=1)
class Transcribe:
    def __init__(self) -> None:
        import whisper

        self.model = whisper.load_model("large-v3")

    @daft.method(return_dtype=daft.DataType.string())
    def __call__(self, audio: bytes):
        return self.model.transcribe(audio)["text"]


transcribe = Transcribe()

df = daft.from_glob_path("s3://media/audio/*.flac")
df = df.repartition(64).into_partitions(24)
df = df.with_column("text", transcribe(col("path").download()))
df.write_parquet("s3://media/transcripts")
