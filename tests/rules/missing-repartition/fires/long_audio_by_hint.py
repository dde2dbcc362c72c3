# daft-lint: workers=4
"""Eighty recordings of two hours each: few rows, and each is worth an actor of its own."""

import daft
from daft import col


@daft.cls(max_concurrency=8, gpus=0.5)
class Whisper:
    def __init__(self):
        import whisper

        self.model = whisper.load_model("large-v3")

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=1)
    def transcribe(self, audio):
        return [self.model.transcribe(one)["text"] for one in audio.to_pylist()]


hearings = daft.from_glob_path("s3://court/hearings/*.mp3")  # daft-lint: rows=80
hearings = hearings.with_column("text", Whisper().transcribe(col("path").download()))  # expect
hearings.write_parquet("s3://court/text")
