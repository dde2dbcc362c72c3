import sys

import daft
from daft import DataType, Series, col
from udfs import Mock, Real, Tuned, chosen

mock = "--mock" in sys.argv


@daft.cls(max_concurrency=10, cpus=1)
class Large:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, ids: Series): ...


@daft.cls(max_concurrency=12, cpus=1)
class Larger:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, ids: Series): ...


def start():
    return daft.range(1000)


model = Large() if mock else Larger()
start().with_column("v", model.run(col("id"))).write_parquet("out")

if mock:
    model = Mock()
else:
    model = load(sys.argv)
start().with_column("v", model.run(col("id"))).write_parquet("out")

column = Mock().run(col("id")) if mock else load(sys.argv)
start().with_column("v", column).write_parquet("out")

run = chosen(True)
start().with_column("v", run(col("id"))).write_parquet("out")

model = Real() if not True else Tuned()
start().with_column("v", model.run(col("id"))).write_parquet("out")

start().with_column("v", Tuned().run(col("id"))).write_parquet("out")
