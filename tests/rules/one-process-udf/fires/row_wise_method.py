# daft-lint: workers=4, cpus-per-worker=16
import daft

daft.set_runner_ray()


@daft.cls
class Count:
    def __init__(self, words: list[str]):
        self.words = set(words)

    @daft.method(return_dtype=daft.DataType.int64())
    def count(self, text: str) -> int:  # expect
        return sum(1 for word in text.lower().split() if word in self.words)


df = daft.read_csv("s3://reviews/*.csv")
df.with_column("hits", Count(["good", "great"]).count(df["review"])).write_csv("s3://reviews/hits")
