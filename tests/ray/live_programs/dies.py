# daft-lint: workers=2
"""The first pipeline comes to an end, and the program dies in the middle of the second one."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self, mark):
        self.mark = mark

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        if self.mark is not None:
            self.mark.touch()
            time.sleep(3600)
        time.sleep(0.001 * len(number))
        return number


def die_with(mark):
    while not mark.exists():
        time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)


mark = Path(sys.argv[1])
threading.Thread(target=die_with, args=(mark,), daemon=True).start()
numbers = {"number": list(range(640))}
daft.from_pydict(numbers).with_column("embedded", Embed(None).run(col("number"))).collect()
daft.from_pydict(numbers).with_column("embedded", Embed(mark).run(col("number"))).collect()
