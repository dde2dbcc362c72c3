import daft
from transformers import pipeline


@daft.cls(gpus=0.5, max_concurrency=2)
class Classify:
    def __init__(self) -> None:
        self.model = pipeline("sentiment-analysis", device=0)

    def __call__(self, text: str) -> str:
        return self.model(text)[0]["label"]  # expect
