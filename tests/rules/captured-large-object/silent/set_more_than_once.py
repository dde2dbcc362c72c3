import daft
from sentence_transformers import SentenceTransformer

model = None


def load():
    global model
    model = SentenceTransformer("all-MiniLM-L6-v2")


@daft.func
def embed(text: str) -> list[float]:
    if model is None:
        load()
    return model.encode(text).tolist()
