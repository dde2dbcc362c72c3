import daft
from daft import col

daft.set_runner_ray(address="ray://head:10001")


@daft.cls(max_concurrency=16)
class Tag:
    def __call__(self, title: str) -> str:
        return title[:1]


df = daft.read_parquet("s3://media/catalogue/*.parquet")
df = df.with_column("tag", Tag()(df["title"]))
df.write_parquet("s3://media/tagged")
