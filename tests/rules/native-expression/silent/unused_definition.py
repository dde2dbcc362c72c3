import base64

import daft


@daft.func
def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()
