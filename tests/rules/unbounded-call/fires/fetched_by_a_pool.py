# daft-lint: workers=2, cpus-per-worker=16
"""Daft issue 4215: 200,000 urls in eight tasks, each fetched as one message of 25,000 rows."""

import daft
import requests
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Fetch:
    def __init__(self):
        self.session = requests.Session()

    def __call__(self, url: str) -> bytes:
        return self.session.get(url).content


@daft.cls(max_concurrency=10)
class Embed:
    @daft.method.batch(return_dtype=DataType.list(DataType.float32()), batch_size=512)
    def __call__(self, raw):
        return [[0.0] for _ in raw.to_pylist()]


df = daft.read_csv("urls.csv")  # daft-lint: rows=200_000, partitions=1
df = df.repartition(8)
df = df.with_column("raw", Fetch()(col("url")))  # expect
df = df.with_column("vec", Embed()(col("raw")))
df.exclude("raw").write_lance("s3://b/vecs.lance")
