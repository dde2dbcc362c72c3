import daft
import requests


@daft.cls
class Status:
    def __init__(self) -> None:
        self.session = requests.Session()

    async def __call__(self, url: str) -> int:
        return self.session.head(url, timeout=5).status_code  # expect
