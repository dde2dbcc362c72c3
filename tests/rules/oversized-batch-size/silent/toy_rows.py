# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=2)
class Upper:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=16)
    def __call__(self, texts):
        return [text.upper() for text in texts.to_pylist()]


df = daft.from_pydict({"text": ["hello", "world", "again"]})
df.with_column("upper", Upper()(col("text"))).show()
