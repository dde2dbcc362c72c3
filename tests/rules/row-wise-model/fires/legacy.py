# also DFT301
import daft
from daft import DataType
from transformers import pipeline


@daft.udf(return_dtype=DataType.string(), num_gpus=1, concurrency=2, batch_size=32)
class Classify:
    def __init__(self):
        self.model = pipeline("sentiment-analysis", device=0)

    def __call__(self, texts):
        return [self.model(text)[0]["label"] for text in texts.to_pylist()]  # expect
