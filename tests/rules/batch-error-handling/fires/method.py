import daft
from daft import DataType, Series


@daft.cls(max_concurrency=2)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), on_error="ignore")  # expect
    def __call__(self, texts: Series) -> list[object]:
        return [self.embed(text) for text in texts.to_pylist()]

    def embed(self, text: str) -> object:
        return text
