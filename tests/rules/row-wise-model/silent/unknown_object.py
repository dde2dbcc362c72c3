import daft
from daft import DataType, Series


@daft.cls(gpus=1)
class Score:
    def __init__(self, model: object) -> None:
        self.model = model

    @daft.method.batch(return_dtype=DataType.float32())
    def __call__(self, rows: Series) -> list[float]:
        return [self.model.predict(row) for row in rows.to_pylist()]
