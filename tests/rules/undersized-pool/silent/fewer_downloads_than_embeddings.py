# daft-lint: workers=10, cpus-per-worker=16
"""Both sizes are meant: few downloads are enough for all that embed, and each worker embeds."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=4)
class Fetch:
    def __init__(self):
        import requests

        self.session = requests.Session()

    def __call__(self, url: str) -> bytes:
        return self.session.get(url).content


@daft.cls(max_concurrency=10)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=32)
    def __call__(self, images):
        return [None for _ in images]


df = daft.read_csv("urls.csv").repartition(100)
df = df.with_column("image", Fetch()(col("url")))
df = df.with_column("vector", Embed()(col("image")))
df.exclude("image").write_parquet("s3://vectors")
