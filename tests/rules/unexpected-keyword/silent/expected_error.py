import contextlib

import daft
import pytest

try:

    @daft.cls(num_gpus=1)
    class Embed:
        def __call__(self, text: str) -> str:
            return text

except (TypeError, AttributeError):

    @daft.cls(gpus=1)
    class Embed:
        def __call__(self, text: str) -> str:
            return text


try:
    loud = daft.func(str.upper, concurrency=4)
except Exception:
    loud = None


def refuses() -> None:
    with pytest.raises(TypeError, match="unexpected keyword"):

        @daft.func(concurrency=4)
        def shout(text: str) -> str:
            return text.upper()


with contextlib.suppress(TypeError):

    class Methods:
        @daft.method(gpus=1)
        def __call__(self, text: str) -> str:
            return text

    Methods = daft.cls(Methods)
