import daft
from transformers import pipeline


def sentiment(text: str) -> str:
    return pipeline("sentiment-analysis")(text)[0]["label"]


df = daft.from_pydict({"text": ["a"]})
