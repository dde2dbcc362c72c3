import daft
import requests


@daft.func
def fetch_page(url: str) -> bytes:
    return requests.get(url).content  # finds DFT305 possible: each row waits for `requests.get`


if __name__ == "__main__":
    print("nothing uses fetch_page")
