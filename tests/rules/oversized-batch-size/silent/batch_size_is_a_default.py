# daft-lint: workers=1
import argparse

import daft
from daft import DataType, col


def build(batch_size: int = 1000):
    @daft.cls(max_concurrency=4)
    class Embed:
        @daft.method.batch(return_dtype=DataType.string(), batch_size=batch_size)
        def __call__(self, text):
            return text

    return Embed()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=1000)
    args = parser.parse_args()
    df = daft.from_pydict({"text": ["a"] * 1000})
    df.with_column("embedding", build(args.batch_size)(col("text"))).write_parquet("out")


main()
