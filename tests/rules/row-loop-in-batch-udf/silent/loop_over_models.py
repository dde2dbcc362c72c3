import daft
from daft import DataType, Series


@daft.cls
class Vote:
    def __init__(self) -> None:
        self.models = []

    @daft.method.batch(return_dtype=DataType.int64())
    def __call__(self, texts: Series):
        votes = []
        for model in self.models:
            votes.append(model.predict(texts.to_pylist()))
        return votes[0]
