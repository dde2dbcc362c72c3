"""into_batches as large as a task already is, before a pool with few tasks."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Detect:
    def __init__(self):
        from ultralytics import YOLO

        self.model = YOLO("yolo11n.pt")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=25)
    def __call__(self, frames: daft.Series):
        return [len(one.boxes) for one in self.model(frames.to_pylist())]


# daft-lint: rows=1_000, partitions=1
frames = daft.read_parquet("s3://video/frames.parquet")
frames = frames.into_batches(250)
frames = frames.with_column("objects", Detect()(col("image")))
frames.write_parquet("s3://video/objects")
