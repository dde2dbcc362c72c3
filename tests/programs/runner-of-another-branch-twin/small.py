import argparse
import sys

import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
    def run(self, ids): ...


def same():
    args = argparse.ArgumentParser().parse_args()
    if args.ray:
        daft.set_runner_ray()
    if args.ray and not args.quiet:
        df = daft.from_pydict({"id": list(range(1000))})
        df.with_column("v", Embed().run(df["id"])).write_parquet("a")  # finds DFT101 likely: only 1 task


def anew():
    ray = len(sys.argv) > 1
    if ray:
        daft.set_runner_ray()
    ray = False
    if not ray:
        df = daft.from_pydict({"id": list(range(1000))})
        df.with_column("v", Embed().run(df["id"])).write_parquet("b")  # finds DFT101: only 1 task


same()
anew()
