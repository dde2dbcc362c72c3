import daft
from daft import DataType, Series
from sentence_transformers import SentenceTransformer


@daft.cls(gpus=1, max_concurrency=4)
class Embed:
    def __init__(self):
        self.model = SentenceTransformer("all-MiniLM-L6-v2", device="cuda")

    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, texts: Series):
        return list(self.model.encode(texts.to_pylist()))
