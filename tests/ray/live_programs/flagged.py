# daft-lint: workers=2
"""One partition on two workers, and an exit code of its own."""

import sys
import time

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        time.sleep(0.001 * len(number))
        return number


frame = daft.from_pydict({"number": list(range(640))})
frame = frame.with_column("embedded", Embed().run(col("number"))).collect()
print(sys.argv[1:], __name__, len(frame), sys.stdin.read())
sys.exit(3)
