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


class Job:
    def __init__(self, path: str):
        self.df = daft.read_parquet(path).with_column("label", Classify("large")(col("text")))

    def run(self):
        self.df.write_parquet("s3://labels/")
        return self.df.groupby("label").agg(col("id").count()).to_pydict()  # expect
