import daft
from daft import DataType, Series
from sentence_transformers import SentenceTransformer


@daft.cls(gpus=1)
class Embed:
    def __init__(self):
        self.model = SentenceTransformer("all-MiniLM-L6-v2")

    @daft.method.batch(return_dtype=DataType.python())
    def __call__(self, texts: Series):
        made, waiting = [], []
        for text in texts.to_pylist():
            waiting.append(text)
            if len(waiting) == 32:
                made.extend(self.model.encode(waiting))
                waiting = []
        return made + list(self.model.encode(waiting))
