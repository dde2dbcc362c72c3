import daft
from transformers import pipeline


@daft.func
def sentiment(text: str) -> str:
    classify = pipeline("sentiment-analysis")  # expect
    return classify(text)[0]["label"]
