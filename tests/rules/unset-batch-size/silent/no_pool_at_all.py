# daft-lint: workers=1
import daft
from daft import DataType, col


@daft.cls
class Clean:
    def __call__(self, text: str) -> str:
        return text.strip()


@daft.func
def shout(text: str) -> str:
    return text.upper()


@daft.udf(return_dtype=DataType.int64())
class Length:
    def __call__(self, texts):
        return [len(text) for text in texts.to_pylist()]


df = daft.from_pydict({"text": ["a"] * 100_000})
df = df.with_columns({"clean": Clean()(col("text")), "length": Length(col("text"))})
df.with_column("loud", shout(col("clean"))).write_parquet("out")
