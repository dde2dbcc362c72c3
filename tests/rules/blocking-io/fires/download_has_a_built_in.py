from urllib.request import urlopen

import daft


@daft.func
def fetch(url: str) -> bytes:
    return urlopen(url, timeout=10).read()  # expect
