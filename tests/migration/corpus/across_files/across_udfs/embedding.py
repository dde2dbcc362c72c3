# migration: safe unsafe
from daft import DataType, udf


def _dimensions():
    return 2


@udf(return_dtype=DataType.string())
def clean(texts):
    return [text.strip() for text in texts]


@udf(return_dtype=DataType.list(DataType.int64()), batch_size=1)
class Embed:
    def __init__(self, dimensions=None):
        self.dimensions = dimensions or _dimensions()

    def __call__(self, texts):
        return [[len(text)] * self.dimensions for text in texts]
