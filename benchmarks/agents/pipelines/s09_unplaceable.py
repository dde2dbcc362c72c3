"""Six actors with a GPU each on four GPUs."""

import daft
from daft import col


@daft.cls(max_concurrency=6, gpus=1)
class Transcribe:
    def __init__(self):
        import whisper

        self.model = whisper.load_model("large-v3")

    @daft.method(return_dtype=daft.DataType.string())
    def __call__(self, audio: bytes):
        return self.model.transcribe(audio)["text"]


# daft-lint: rows=2_400
audio = daft.from_glob_path("s3://audio/*.flac").into_partitions(24)
audio = audio.with_column("text", Transcribe()(col("path").download()))
audio.write_parquet("s3://transcripts")
