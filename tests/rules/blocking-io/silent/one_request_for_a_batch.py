import daft
import requests
from daft import DataType


@daft.func.batch(return_dtype=DataType.python(), batch_size=128)
def embed(texts):
    answer = requests.post("http://embeddings:8080", json={"inputs": texts.to_pylist()})
    return answer.json()
