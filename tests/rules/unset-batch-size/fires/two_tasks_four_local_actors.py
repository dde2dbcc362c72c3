import daft
from daft import DataType, col

CONCURRENCY = 8


class Score:
    def __init__(self, weights):
        self.weights = weights

    def __call__(self, features: list[float]) -> float:
        return sum(features)


def make_scorer(weights="w.npz"):
    return daft.cls(Score, max_concurrency=CONCURRENCY)(weights)


# daft-lint: workers=2
def run():
    scorer = make_scorer()
    df = daft.range(100_000, partitions=4)
    df = df.with_column("features", col("id").cast(DataType.list(DataType.float64())))
    df = df.with_column("score", scorer(col("features")))  # expect
    return df.to_pandas()


run()
