import daft
from daft import col


@daft.cls
class Classifier:
    def __init__(self, model: str = "m") -> None:
        self.model = model

    @daft.method
    def predict(self, text: str) -> str:
        return text


model = Classifier("m")
df = daft.from_pydict({"text": ["a"]})
df = df.with_column("a", model(max_concurrency=16).predict(col("text")))  # expect
df = df.with_column("b", Classifier(gpus=1).predict(col("text")))  # expect
