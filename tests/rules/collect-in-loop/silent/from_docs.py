import daft
from classifiers import classified
from daft import DataType, col


@daft.cls(max_concurrency=4)
class Classify:
    def __init__(self, model: str = "small"):
        self.model = model

    @daft.method.batch(return_dtype=DataType.string(), batch_size=16)
    def __call__(self, text):
        return classified(self.model, text)


def main(paths: list[str]):
    df = daft.read_parquet(paths)
    df = df.with_column("label", Classify()(col("text")))
    results = df.to_pylist()
    return results
