# daft-lint: workers=2
import os
import sys

import daft
from daft import col

getattr(daft, f"set_runner_{sys.argv[1]}")()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        return number


frame = daft.from_pydict({"number": list(range(640))})
frame = frame.with_column("embedded", Embed().run(col("number")))
frame.collect()
os._exit(7)
