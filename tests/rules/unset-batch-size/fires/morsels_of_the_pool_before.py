# daft-lint: workers=1
import daft
from daft import DataType, col


@daft.cls(max_concurrency=2)
class Translate:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=2_000)
    def __call__(self, texts):
        return texts.to_pylist()


@daft.cls(max_concurrency=4)
class Rate:
    def __call__(self, text: str) -> float:
        return 0.0


df = daft.from_pydict({"text": [f"text {n}" for n in range(4_000)]})
df = df.with_column("english", Translate()(col("text")))
df = df.with_column("rating", Rate()(col("english")))  # expect
df.write_parquet("ratings")
