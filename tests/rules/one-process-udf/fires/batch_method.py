# daft-lint: workers=2, cpus-per-worker=8
"""A class without a concurrency is no pool either."""

import re

import daft
from daft import DataType, Series

daft.set_runner_ray()


@daft.cls
class Clean:
    def __init__(self):
        self.links = re.compile(r"https?://\S+")

    @daft.method.batch(return_dtype=DataType.string(), batch_size=512)
    def run(self, texts: Series):  # expect
        return [re.sub(r"\s+", " ", text).strip() for text in texts.to_pylist()]


pages = daft.read_json("s3://pages/*.jsonl")
pages.with_column("text", Clean().run(pages["text"])).write_parquet("s3://pages/clean")
