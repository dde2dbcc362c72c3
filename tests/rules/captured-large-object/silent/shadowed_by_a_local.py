import daft
from transformers import pipeline

model = pipeline("sentiment-analysis")


@daft.func
def name(model: str) -> str:
    return model.upper()


@daft.func
def size(text: str) -> int:
    model = text.strip()
    return len(model)
