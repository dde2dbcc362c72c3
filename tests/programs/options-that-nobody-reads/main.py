import argparse
import functools
import json

import daft
from daft import DataType, Series, col
from steps import Options, Plain, Step, make, make_by_name, start

parser = argparse.ArgumentParser()
parser.add_argument("--output", default="out")
parser.add_argument("--batch-size", type=int, default=16)
given = vars(parser.parse_args())
output = given.pop("output")
with open("options.json") as file:
    read = json.load(file)

Step(**given)(start()).write_parquet(output)
Step("v", **read)(start()).write_parquet(output)

run = make(**read)
start().with_column("v", run(col("id"))).write_parquet(output)

run = make(*read)
start().with_column("v", run(col("id"))).write_parquet(output)

run = make(**{**read, "max_concurrency": 8})
start().with_column("v", run(col("id"))).write_parquet(output)

options = Options(**read)
run = make(options.batch_size, options.max_concurrency)
start().with_column("v", run(col("id"))).write_parquet(output)

run = functools.partial(make, **read)()
start().with_column("v", run(col("id"))).write_parquet(output)

run = make_by_name(**read)
start().with_column("v", run(col("id"))).write_parquet(output)


@daft.cls(**read)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=250)
    def run(self, ids: Series): ...


@daft.cls(max_concurrency=8)
class Batched:
    @daft.method.batch(return_dtype=DataType.int64(), **read)
    def run(self, ids: Series): ...


@daft.func.batch(return_dtype=DataType.int64(), **read)
def embed(ids: Series): ...


start().with_column("v", Embed().run(col("id"))).write_parquet(output)
start().with_column("v", Batched().run(col("id"))).write_parquet(output)
start().with_column("v", embed(col("id"))).write_parquet(output)
start().with_column("v", daft.cls(Plain, **read)()(col("id"))).write_parquet(output)
