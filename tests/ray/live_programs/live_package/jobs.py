# daft-lint: workers=2
import os
import sys
import threading
import time

import daft
from daft import col

from .figures import SECONDS_PER_ROW


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=320)
    def run(self, number):
        time.sleep(SECONDS_PER_ROW * len(number))
        return number


def embed():
    daft.set_runner_ray("production.example:6379")
    frame = daft.from_pydict({"number": list(range(640))})
    frame = frame.with_column("embedded", Embed().run(col("number")))
    frame.collect()


def where():
    return os.environ["RAY_ADDRESS"]


class Nightly:
    @staticmethod
    def run():
        thread = threading.Thread(target=embed)
        thread.start()
        thread.join()
        return f"done with {sys.argv[1:]}"
