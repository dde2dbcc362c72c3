# daft-lint: workers=2
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        raise ValueError("no such model")


frame = daft.from_pydict({"number": list(range(640))})
frame = frame.with_column("embedded", Embed().run(col("number")))
frame.collect()
