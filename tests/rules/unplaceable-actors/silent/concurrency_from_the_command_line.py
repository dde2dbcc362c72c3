# daft-lint: workers=2, cpus-per-worker=4
import sys

import daft
from daft import col


class Parse:
    def __call__(self, text: str) -> str:
        return text


def main(actors: int) -> None:
    parse = daft.cls(Parse, max_concurrency=actors)()
    df = daft.read_csv("lines/*.csv")
    df.with_column("parsed", parse(col("line"))).write_parquet("parsed")


main(int(sys.argv[1]))
