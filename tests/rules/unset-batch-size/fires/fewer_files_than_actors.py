# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=16)
class Tag:
    def __init__(self) -> None:
        from transformers import pipeline

        self.classify = pipeline("text-classification")

    def __call__(self, title: str) -> str:
        return self.classify(title)[0]["label"]


tag = Tag()
# daft-lint: rows=600_000, partitions=12
df = daft.read_parquet("s3://media/catalogue/*.parquet")
df = df.with_column("tag", tag(df["title"]))  # expect
df.write_parquet("s3://media/tagged")
