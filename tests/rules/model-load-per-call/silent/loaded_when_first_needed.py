import daft
from sentence_transformers import SentenceTransformer


@daft.cls
class Embed:
    def __init__(self) -> None:
        self.model = None

    def __call__(self, text: str) -> list[float]:
        if self.model is None:
            self.model = SentenceTransformer("all-MiniLM-L6-v2")
        return self.model.encode(text).tolist()
