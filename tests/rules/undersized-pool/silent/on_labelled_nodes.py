# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=1
"""Two of the nodes have the resource: the pool is as large as it is meant to be."""

import daft
from daft import DataType, col


@daft.cls(gpus=1, max_concurrency=2, ray_options={"resources": {"ocr_node": 0.001}})
class Ocr:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=8)
    def __call__(self, pages):
        return pages.to_pylist()


pages = daft.read_parquet("s3://pages/").into_partitions(16)
pages.with_column("text", Ocr()(col("page"))).write_parquet("s3://text")
