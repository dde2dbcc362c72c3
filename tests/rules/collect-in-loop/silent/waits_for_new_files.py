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


import time

while True:
    df = daft.read_parquet("s3://inbox/*.parquet")
    df.with_column("label", Classify()(col("text"))).write_parquet("s3://labels/")
    time.sleep(60)
