import daft
from classifiers import classified
from daft import DataType, col


def classifier(actors: int):
    @daft.cls(max_concurrency=actors)
    class Classify:
        @daft.method.batch(return_dtype=DataType.string(), batch_size=16)
        def __call__(self, text):
            return classified(text)

    return Classify


def labels(actors: int, texts: list[str]) -> list[str]:
    classify = classifier(actors)()
    df = daft.from_pydict({"text": texts}).with_column("label", classify(col("text")))
    return df.to_pydict()["label"]


def compare(texts: list[str]):
    for config in [{"actors": 1}, {"actors": 2}, {"actors": 4}]:
        print(labels(config["actors"], texts))
