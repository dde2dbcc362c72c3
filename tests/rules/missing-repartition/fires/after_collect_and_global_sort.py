# daft-lint: workers=2
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.float64(), batch_size=128, concurrency=6)
def score(features):
    return [sum(row) for row in features.to_pylist()]


candidates = daft.from_arrow(load_table())  # daft-lint: rows=90_000
candidates = candidates.sort("created").collect()
candidates = candidates.with_column("score", score(col("features")))  # expect
best = candidates.where(col("score") > 0.9).to_pandas()
# also DFT301
