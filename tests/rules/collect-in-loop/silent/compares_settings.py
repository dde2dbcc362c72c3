import daft
from classifiers import classified
from daft import DataType, col


@daft.udf(return_dtype=DataType.string(), batch_size=16)
class Classify:
    def __call__(self, text):
        return classified(text)


import time

for concurrency in (1, 2, 4, 8):
    began = time.time()
    df = daft.read_parquet("s3://texts/*.parquet")
    df = df.with_column("label", Classify.with_concurrency(concurrency)(col("text")))
    df.collect()
    print(concurrency, time.time() - began)
