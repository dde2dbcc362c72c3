# daft-lint: workers=2
"""An actor is killed in the middle of its work, once."""

import os
import signal
import sys
import time
from pathlib import Path

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self, mark):
        self.mark = Path(mark)

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        time.sleep(0.001 * len(number))
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number


frame = daft.from_pydict({"number": list(range(640))})
frame = frame.with_column("embedded", Embed(sys.argv[1]).run(col("number")))
frame.collect()
print(len(frame))
