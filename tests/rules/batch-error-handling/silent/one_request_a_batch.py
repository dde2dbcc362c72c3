import daft
from daft import DataType, Series


@daft.cls(max_concurrency=2, max_retries=3)
class Embed:
    def __init__(self, client: object) -> None:
        self.client = client

    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, texts: Series) -> list[object]:
        return self.client.embed(texts.to_pylist())
