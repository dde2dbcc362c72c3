"""A pool that is called for one row after another, behind a listing."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Ocr:
    def __init__(self):
        import easyocr

        self.reader = easyocr.Reader(["en"])

    @daft.method(return_dtype=daft.DataType.string())
    def read(self, image: bytes):
        return " ".join(self.reader.readtext(image, detail=0))


# daft-lint: rows=1_600
scans = daft.from_glob_path("s3://archive/scans/*.png")
scans = scans.with_column("text", Ocr().read(col("path").download()))
scans.write_parquet("s3://archive/text")
