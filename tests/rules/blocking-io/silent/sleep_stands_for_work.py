import time

import daft


@daft.func
def heavy(number: int) -> int:
    time.sleep(0.01)
    return number + 1
