import daft
import requests


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code
