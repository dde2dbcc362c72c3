import os

import daft

OPTIONS = {"max_retries": 2}


@daft.cls(num_gpus=os.environ.get("GPUS"), **OPTIONS)  # expect
class Embed:
    def __call__(self, text: str) -> str:
        return text


pool = daft.cls(concurrency=int(os.environ["ACTORS"]))  # expect


@pool
class First:
    def __call__(self, text: str) -> str:
        return text


@pool
class Second:
    def __call__(self, text: str) -> str:
        return text
