# also DFT301
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.string(), batch_size=2)
class Ocr:
    def __call__(self, path):
        return path


ocr = Ocr.with_concurrency(16)
# daft-lint: workers=8, rows=160, partitions=1
df = daft.from_glob_path("s3://scans/*.pdf").repartition(8, "path")  # expect
df.with_column("text", ocr(col("path"))).write_lance("texts.lance")
