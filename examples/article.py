"""Three ways to leave UDF actors idle or overloaded: 1,000 paths, a pool of four actors.

The scenarios are those of "Tuning Daft's Distributed UDFs: Lessons from ByteDance".
"""

import time

import daft
from daft import Series, col

CONCURRENCY = 4


@daft.udf(return_dtype=daft.DataType.string())
class Featurise:
    def __init__(self, seconds_per_row: float = 0.01):
        self.seconds_per_row = seconds_per_row

    def __call__(self, path: Series) -> Series:
        time.sleep(self.seconds_per_row * len(path))
        return path


def paths() -> daft.DataFrame:
    return daft.from_pydict({"path": [f"file-{i}" for i in range(1000)]})


# daft-lint: workers=1
def skewed() -> daft.DataFrame:
    """One worker: each partition is cut on its own, and the tails are short."""
    featurise = Featurise.override_options(batch_size=200).with_concurrency(CONCURRENCY)
    df = paths().repartition(2, "path")
    return df.with_column("features", featurise(col("path"))).collect()


# daft-lint: workers=2
def one_sided() -> daft.DataFrame:
    """Two workers, but one partition: one task, on one of them."""
    featurise = Featurise.override_options(batch_size=200).with_concurrency(CONCURRENCY)
    df = paths()
    return df.with_column("features", featurise(col("path"))).collect()


# daft-lint: workers=1
def starved() -> daft.DataFrame:
    """One worker: two batches for four actors."""
    featurise = Featurise.override_options(batch_size=500).with_concurrency(CONCURRENCY)
    df = paths()
    return df.with_column("features", featurise(col("path"))).collect()


if __name__ == "__main__":
    daft.set_runner_ray()
    skewed()
    one_sided()
    starved()
