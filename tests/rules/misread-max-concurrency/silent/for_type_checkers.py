from typing import TYPE_CHECKING

import daft

if TYPE_CHECKING:

    @daft.func(max_concurrency=4)
    def tag(title: str) -> str: ...

else:
    from acme import tag
