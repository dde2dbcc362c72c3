import daft
from transformers import pipeline


@daft.cls
class Sentiment:
    def __init__(self, task: str) -> None:
        self.classify = self.load(task)

    def load(self, task):
        model = pipeline("sentiment-analysis")
        return model

    def warm_up(self):
        return pipeline("sentiment-analysis")

    def __call__(self, text: str) -> str:
        return self.classify(text)[0]["label"]
