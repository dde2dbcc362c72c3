import daft
from base import Embedding


@daft.cls(max_concurrency=4)
class Embed(Embedding):
    def __init__(self): ...
