import daft
from daft import col


@daft.func
def band(number: int) -> int:
    return number % 7


def narrowed(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for low in range(10):
        df = df.where(col("band") > low)
        df.write_parquet(f"s3://from/{low}/")  # expect


def written_in_the_inner_loop(path: str):
    df = daft.read_parquet(path).with_column("band", band(col("number")))
    for low in range(10):
        for high in range(low, 10):
            df.where(col("band") < high).write_parquet(f"s3://{low}/{high}/")  # expect
        df = df.where(col("band") > low)


class Narrowing:
    def __init__(self, path: str):
        self.df = daft.read_parquet(path).with_column("band", band(col("number")))

    def run(self):
        for low in range(10):
            self.df = self.df.where(col("band") > low)
            self.df.write_parquet(f"s3://from/{low}/")  # expect


Narrowing("s3://numbers/*.parquet").run()
