# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.python())
def pairs(x, y):
    results: list[tuple | None] = []
    for a, b in zip(x, y):
        if a is None:
            results.append(None)
            continue
        results.append((a, b))
    results += []
    return results


def main():
    df = daft.from_pydict({"x": [1, None, 3], "y": ["a", "b", "c"]})
    return df.with_column("pairs", pairs(col("x"), col("y"))).to_pydict()
