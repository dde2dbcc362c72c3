# daft-lint: workers=2, cpus-per-worker=4
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.string(), batch_size=32, concurrency=6)
def parse(texts):
    return texts.to_pylist()


@daft.udf(return_dtype=DataType.string(), batch_size=32, concurrency=4)
def clean(texts):
    return texts.to_pylist()


pages = daft.read_warc("s3://crawl/")
pages = pages.with_columns(
    {
        "parsed": parse(col("body")),  # expect
        "title": clean(col("title")),
    }
)
pages.write_parquet("s3://parsed")
# also DFT301
