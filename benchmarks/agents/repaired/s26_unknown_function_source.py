"""A path from the command line: rows and partitions are unknown."""

import sys

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Score:
    def __init__(self):
        import joblib

        self.model = joblib.load("model.joblib")

    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=500)
    def __call__(self, features: daft.Series):
        return self.model.predict(features.to_pylist())


def main(path: str) -> None:
    # daft-lint: rows=4_000, partitions=2
    rows = daft.read_parquet(path)
    rows = rows.with_column("score", Score()(col("features")))
    rows.write_parquet("s3://scores")


if __name__ == "__main__":
    main(sys.argv[1])
