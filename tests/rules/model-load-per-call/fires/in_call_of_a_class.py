import daft
from sentence_transformers import SentenceTransformer


@daft.cls(max_concurrency=2)
class Embed:
    def __init__(self, name: str) -> None:
        self.name = name

    @daft.method.batch(return_dtype=list[float], batch_size=64)
    def __call__(self, texts):
        model = SentenceTransformer(self.name)  # expect
        return model.encode(texts.to_pylist())
