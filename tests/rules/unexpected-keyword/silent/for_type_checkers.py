from typing import TYPE_CHECKING

import daft

if TYPE_CHECKING:

    @daft.cls(concurrency=2)
    class Embed:
        def __call__(self, text: str) -> str:
            return text

else:

    @daft.cls(max_concurrency=2)
    class Embed:
        def __call__(self, text: str) -> str:
            return text
