import daft
from daft import DataType, Series
from sentence_transformers import SentenceTransformer


@daft.cls(gpus=1)
class Embed:
    def __init__(self):
        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=DataType.python())
    def __call__(self, texts: Series):
        rows = texts.to_pylist()
        made = []
        for start in range(0, len(rows), 32):
            made.extend(self.model.encode(rows[start : start + 32]))
        return made
