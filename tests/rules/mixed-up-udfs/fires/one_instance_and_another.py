import daft
from daft import col
from models import load


@daft.cls(max_concurrency=2)
class Score:
    def __init__(self, model: str):
        self.model = load(model)

    @daft.method
    def rate(self, text: str) -> float:
        return self.model.rate(text)


good, bad = Score("good"), Score("bad")
df = daft.read_parquet("s3://bucket/pages/*.parquet")
text = col("text")
df = df.with_column("odds", (good.rate(text) + 0.01) / (bad.rate(text) + 0.01))  # expect
df.write_parquet("s3://bucket/odds/")
