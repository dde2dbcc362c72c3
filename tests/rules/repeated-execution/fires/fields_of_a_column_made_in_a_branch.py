"""What the code names of the fields isn't told, but no column of before has such a name."""

import os

import daft
from daft import DataType, col
from daft.functions import unnest


@daft.cls
class Transcriber:
    @daft.method(return_dtype=DataType.struct({"text": DataType.string(), "words": DataType.int64()}))
    def transcribe(self, path):
        return {"text": path, "words": 1}


def transcripts(cached):
    if os.path.exists(cached):
        return daft.read_parquet(cached)
    audio = daft.from_glob_path("s3://bucket/audio/*.mp3")
    audio = audio.with_column("result", Transcriber().transcribe(col("path")))
    return audio.select("path", unnest(col("result")))


def main():
    frame = transcripts("transcripts.parquet")
    frame.select("path", "text").write_parquet("texts/")
    frame.select("words").write_parquet("words/")  # expect


main()
