import sys

import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


one = daft.read_parquet(sys.argv[1]).with_column("score", score(col("text")))


def load(path):
    return daft.read_parquet(path).with_column("score", score(col("text")))


def choose(path):
    a, b = load(path), load(sys.argv[2])
    either = a if path else b
    either.join(a.select("id", "score"), on="id").write_parquet("chosen/")


choose(sys.argv[1])
if len(sys.argv) > 3:
    left = one
else:
    left = daft.read_parquet("s3://others/")
if len(sys.argv) > 3:
    right = daft.read_parquet("s3://others/")
else:
    right = one
left.join(right, on="id").write_parquet("joined/")
