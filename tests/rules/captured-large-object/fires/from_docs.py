import daft
from daft import DataType
from sentence_transformers import SentenceTransformer

model = SentenceTransformer("all-MiniLM-L6-v2")


@daft.func(return_dtype=DataType.list(DataType.float32()))
def embed(text: str):
    return model.encode(text).tolist()  # expect
