# daft-lint: workers=2
"""The first pipeline comes to an end, the second does not."""

import time

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self, seconds):
        self.seconds = seconds

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        time.sleep(self.seconds * len(number))
        return number


numbers = {"number": list(range(640))}
daft.from_pydict(numbers).with_column("embedded", Embed(0.001).run(col("number"))).collect()
daft.from_pydict(numbers).with_column("embedded", Embed(3600).run(col("number"))).collect()
