from concurrent.futures import ThreadPoolExecutor

import daft
import requests
from daft import DataType


@daft.func.batch(return_dtype=DataType.int64(), batch_size=256)
def statuses(urls):
    def status(url):
        return requests.get(url).status_code

    with ThreadPoolExecutor(32) as executor:
        return list(executor.map(status, urls.to_pylist()))


@daft.func.batch(return_dtype=DataType.int64())
def sizes(urls):
    with ThreadPoolExecutor(32) as executor:
        waiting = [executor.submit(requests.get, url) for url in urls.to_pylist()]
        return [len(one.result().content) for one in waiting]
