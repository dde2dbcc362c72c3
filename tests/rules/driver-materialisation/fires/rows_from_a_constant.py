import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


ROWS = 2_000 * 1_000


class Job:
    def __init__(self):
        self.df = daft.range(ROWS, partitions=16)

    def run(self):
        return self.df.with_column("vector", embed(col("id"))).to_pylist()  # expect
