from dataclasses import dataclass

import daft
from daft import DataType, Series, col


def make(batch_size: int = 250, max_concurrency: int = 8):
    @daft.cls(max_concurrency=max_concurrency)
    class Embed:
        @daft.method.batch(return_dtype=DataType.int64(), batch_size=batch_size)
        def run(self, ids: Series): ...

    return Embed().run


def make_by_name(*paths: str, batch_size: int = 250):
    return make(batch_size)


@dataclass
class Options:
    batch_size: int = 250
    max_concurrency: int = 8


class Step:
    def __init__(self, column: str = "v", **options):
        self.column = column
        self.run = make(**options)

    def __call__(self, df: daft.DataFrame) -> daft.DataFrame:
        return df.with_column(self.column, self.run(col("id")))  # finds DFT102 certain via main.py: 4 of the 8 actors


class Plain:
    def __call__(self, ids: Series): ...


def start():
    daft.set_runner_ray()
    return daft.range(1000)
