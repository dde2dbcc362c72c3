# One of two numbers is no code, and is told in words.
import os

import daft

daft.set_runner_ray()
SIZE = 4_000 if os.environ.get("BIG") else 3_000


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=SIZE)
    def run(self, ids): ...


df = daft.range(4_000)  # daft-lint: workers=1
df = df.with_column("v", Embed().run(df["id"]))  # expect
df.write_parquet("out")
