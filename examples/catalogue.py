"""A catalogue is tagged by a row-wise model: no batch_size, so a task is one long batch."""

import daft

NODES = 2


@daft.cls(max_concurrency=4 * NODES)
class Tag:
    def __init__(self) -> None:
        from transformers import pipeline

        self.classify = pipeline("text-classification")

    def __call__(self, title: str) -> str:
        return self.classify(title)[0]["label"]


tag = Tag()

df = daft.read_parquet("s3://media/catalogue/*.parquet")
df = df.with_column("tag", tag(df["title"]))
df.write_parquet("s3://media/tagged")
