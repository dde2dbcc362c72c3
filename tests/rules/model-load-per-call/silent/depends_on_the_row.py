import daft
import joblib
import torch
from transformers import pipeline


def load(name: str):
    return pipeline("translation", model=name)


@daft.func
def translate(text: str, language: str) -> str:
    name = f"Helsinki-NLP/opus-mt-en-{language}"
    return load(name)(text)[0]["translation_text"]


@daft.func
def size(path: str) -> int:
    return len(torch.load(path)) + len(joblib.load(path + ".pkl"))
