import daft
import requests


@daft.func
def fetch_page(url: str) -> bytes:
    return requests.get(url).content  # finds DFT305 likely: each row waits for `requests.get`


@daft.func
def fetch_head(url: str) -> int:
    return requests.head(url).status_code  # finds DFT305 likely: each row waits for `requests.head`


def with_pages(frame):
    return frame.with_column("page", fetch_page(frame["url"]))
