"""A listing is one task, and without a batch_size that is one morsel."""

import daft
import ray
from daft import col

ray.init(num_cpus=8)


@daft.cls(max_concurrency=8)
class ReadExif:
    def __call__(self, path: str) -> str:
        from PIL import Image

        return str(Image.open(path).getexif())


df = daft.from_glob_path("/data/photos/**/*.jpg")
df = df.with_column("exif", ReadExif()(col("path")))  # expect
df.write_parquet("exif")
