# daft-lint: workers=2
import daft
from daft import DataType, Series, col


@daft.udf(return_dtype=DataType.python(), num_cpus=2, batch_size=32)
class ParsePdf:
    def __init__(self, dpi: int):
        self.dpi = dpi

    def __call__(self, blobs: Series):
        return [None for _ in blobs]


parse = ParsePdf.with_init_args(dpi=200).with_concurrency(8).override_options(batch_size=1000)
# daft-lint: rows=4000, partitions=2
pdfs = daft.read_parquet("s3://filings/pdf/")
pdfs = pdfs.with_column("pages", parse(col("blob")))  # expect
pdfs.write_parquet("s3://filings/pages")
# also DFT301
