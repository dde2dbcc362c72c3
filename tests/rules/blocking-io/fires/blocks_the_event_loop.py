import time

import daft
import requests


@daft.func
async def status(url: str) -> int:
    time.sleep(0.1)  # expect
    return requests.get(url, timeout=10).status_code
