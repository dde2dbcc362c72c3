# daft-lint: workers=2
import daft
from daft import DataType, col


@daft.cls(max_concurrency=8, gpus=0.25)
class Faces:
    @daft.method.batch(return_dtype=DataType.python())
    def find(self, images):
        return [[] for _ in images]


faces = Faces()
(
    daft.read_parquet("s3://photos/thumbs/")  # daft-lint: rows=80_000, partitions=4
    .with_column(
        "faces",
        faces.find(col("thumbnail")),  # expect
    )
    .write_parquet("s3://photos/faces")
)
