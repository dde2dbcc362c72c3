import daft
from daft import col


@daft.cls(max_concurrency=8, gpus=1)
class Segment:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=4)
    def __call__(self, scans):
        return [None for _ in scans]


scans = daft.from_glob_path("s3://radiology/**/*.dcm")
scans = scans.into_batches(100).into_partitions(32)  # expect
scans = scans.with_column("mask", Segment()(col("path").download()))
scans.write_parquet("s3://radiology/masks")
