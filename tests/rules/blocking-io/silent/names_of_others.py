import daft
from cache import requests


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code


@daft.func
def lookup(key: str, store: dict) -> str:
    return store.get(key)
