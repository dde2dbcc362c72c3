from typing import TYPE_CHECKING

import daft

if TYPE_CHECKING:

    @daft.func(batch_size=4)
    def tag(title: str) -> str: ...

else:
    from acme import tag
