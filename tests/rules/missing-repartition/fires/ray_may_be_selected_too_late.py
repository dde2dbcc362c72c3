# daft-lint: workers=2
import sys

import daft


@daft.cls(max_concurrency=4)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=64)
    def __call__(self, numbers):
        return [0.5 for _ in numbers]


if "--peek" in sys.argv:
    daft.from_pydict({"a": [1, 2]}).show()
daft.set_runner_ray()
df = daft.from_pydict({"a": list(range(1000))})
df.with_column("b", Score()(df["a"])).write_parquet("scores")  # expect
