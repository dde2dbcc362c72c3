import daft
import requests


@daft.cls(max_concurrency=16)
class Status:
    def __call__(self, url: str) -> int:
        return requests.get(url).status_code
