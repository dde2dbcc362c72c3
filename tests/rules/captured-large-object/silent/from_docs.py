import daft
from daft import DataType
from sentence_transformers import SentenceTransformer


@daft.cls
class Embed:
    def __init__(self) -> None:
        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method(return_dtype=DataType.list(DataType.float32()))
    def __call__(self, text: str):
        return self.model.encode(text).tolist()
