import daft
from transformers import pipeline

_MODEL = None
_MODELS = {}


def model():
    global _MODEL
    if _MODEL is not None:
        return _MODEL
    _MODEL = pipeline("sentiment-analysis")
    return _MODEL


def named(name):
    if name in _MODELS:
        return _MODELS[name]
    loaded = pipeline("sentiment-analysis")
    _MODELS[name] = loaded
    return loaded


@daft.func
def sentiment(text: str) -> str:
    return model()(text)[0]["label"] + named("x")(text)[0]["label"]
