import daft
from transformers import pipeline


@daft.cls
class Sentiment:
    def __init__(self) -> None:
        self.classify = pipeline("sentiment-analysis")

    def __call__(self, text: str) -> str:
        return self.classify(text)[0]["label"]
