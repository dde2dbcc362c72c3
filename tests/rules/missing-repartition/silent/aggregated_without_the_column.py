# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Translate:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.from_pydict({"id": list(range(10_000)), "text": ["hola"] * 10_000})
df = df.with_column("english", Translate()(col("text")))
df.groupby("text").count("id").write_parquet("counts")
