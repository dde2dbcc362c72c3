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


classify = Classify("large")
df = daft.read_parquet("s3://texts/*.parquet")
df = df.with_column("label", classify(col("text").lower()))
df = df.with_column("known", classify(col("text").lower()).is_null())  # expect
df.write_parquet("s3://labels/")
