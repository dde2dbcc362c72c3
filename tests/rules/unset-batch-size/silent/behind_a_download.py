"""A download makes morsels of 128 rows: without a batch_size each actor still gets some."""

import daft
import ray
from daft import col

ray.init(num_cpus=8)


@daft.cls(max_concurrency=8)
class ReadExif:
    def __call__(self, photo: bytes) -> str:
        return str(len(photo))


df = daft.from_glob_path("/data/photos/**/*.jpg")
df = df.with_column("exif", ReadExif()(col("path").download()))
df.write_parquet("exif")
