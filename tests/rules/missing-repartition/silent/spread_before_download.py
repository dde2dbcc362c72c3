# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Segment:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=4)
    def __call__(self, scans):
        return [None for _ in scans]


(
    daft.from_glob_path("s3://radiology/**/*.dcm")
    .repartition(64)
    .with_column("scan", col("path").download())
    .with_column("mask", Segment()(col("scan")))
    .write_parquet("s3://radiology/masks")
)
