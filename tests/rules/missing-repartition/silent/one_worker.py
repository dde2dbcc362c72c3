import daft
import ray
from daft import col

ray.init(num_cpus=16)


@daft.cls(max_concurrency=8)
class Ocr:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=4)
    def __call__(self, pages):
        return ["" for _ in pages]


scans = daft.from_glob_path("scans/*.png")
scans.with_column("text", Ocr()(col("path").download())).write_parquet("text")
