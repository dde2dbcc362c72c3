"""Both selections name columns of before, so the fields are never made."""

import daft
from daft import DataType, col
from daft.functions import unnest


@daft.func(return_dtype=DataType.struct({"text": DataType.string(), "words": DataType.int64()}))
def transcribe(path):
    return {"text": path, "words": 1}


frame = daft.from_glob_path("s3://bucket/audio/*.mp3")
frame = frame.with_column("result", transcribe(col("path"))).select("path", "size", unnest(col("result")))
frame.select("path").write_parquet("paths/")
frame.select("path", "size").write_parquet("sizes/")
frame.join(daft.read_parquet("owners/"), on="path").select("owner").write_parquet("owners-of-audio/")
