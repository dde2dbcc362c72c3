import daft
from daft import DataType, Series
from transformers import AutoModel, AutoTokenizer


@daft.cls(gpus=1)
class Embed:
    def __init__(self):
        self.tokenizer = AutoTokenizer.from_pretrained("m")
        self.model = AutoModel.from_pretrained("m").to("cuda")

    @daft.method.batch(return_dtype=DataType.python(), batch_size=32)
    def __call__(self, texts: Series):
        tokens = [self.tokenizer.encode(text) for text in texts.to_pylist()]
        return list(self.model(tokens).pooler_output)
