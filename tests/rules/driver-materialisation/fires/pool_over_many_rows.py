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


df = daft.read_parquet("s3://texts/*.parquet")  # daft-lint: rows=8_000_000, partitions=64
df = df.select("id", "text").with_column("label", Classify()(col("text")))
labels = df.select("label").to_pydict()  # expect
