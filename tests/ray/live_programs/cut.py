# daft-lint: workers=2
"""Two sources: one holds its rows, the other is read, and a limit in its plan would hang."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=64)
    def run(self, number):
        return number


frame = daft.from_pydict({"number": list(range(640))})
frame = frame.with_column("embedded", Embed().run(col("number")))
print(len(frame.collect()))
numbers = daft.range(4000, partitions=4)
print(len(numbers.into_partitions(2).collect()))
print(len(daft.sql("SELECT number FROM frame").collect()))
