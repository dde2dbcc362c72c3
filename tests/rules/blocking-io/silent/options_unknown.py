import daft
import requests

OPTIONS = load_options()


@daft.cls(**OPTIONS)
class Status:
    def __call__(self, url: str) -> int:
        return requests.get(url).status_code
