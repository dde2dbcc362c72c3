import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


class Job:
    def __init__(self, path: str):
        self.df = daft.read_parquet(path).with_column("vector", embed(col("text")))

    def as_parquet(self):
        self.df.write_parquet("s3://here/")

    def as_csv(self):
        self.df.write_csv("s3://there/")
