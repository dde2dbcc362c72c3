import daft
from daft import col


@daft.func
def band(number: int) -> int:
    return number % 7


def narrowed_at_once(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for low in range(100):
        df = df.where(col("band") > low).collect()


def selected(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for _ in range(100):
        df = df.select("band").collect()


def collected_later(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for low in range(100):
        df = df.where(col("band") > low)
        df = df.collect()


def collected_in_place(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for low in range(100):
        df = df.where(col("band") > low)
        df.collect()


def two_loops(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for _ in range(10):
        for low in range(10):
            df = df.where(col("band") > low).collect()


class Narrowing:
    def __init__(self, path: str):
        self.df = daft.read_parquet(path).with_column("band", band(col("number")))

    def run(self):
        for low in range(100):
            self.df = self.df.where(col("band") > low).collect()


Narrowing("s3://numbers/*.parquet").run()
