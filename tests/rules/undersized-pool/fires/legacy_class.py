# daft-lint: workers=6, cpus-per-worker=8
import daft
from daft import DataType, col

ACTORS = 3


@daft.udf(return_dtype=DataType.string(), batch_size=32, concurrency=ACTORS)
class Parse:
    def __call__(self, pages):
        return pages.to_pylist()


pages = daft.read_warc("s3://crawl/").into_partitions(60)
pages = pages.with_column("text", Parse(col("body")))  # expect
pages.write_parquet("s3://text")
# also DFT301
