import daft
from tuned_settings import fast, tripled


def main():
    df = daft.from_pydict({"x": [1, 2, 3, 4]})
    df = df.with_column("a", fast(df["x"]))
    return df.with_column("b", tripled(daft.col("x"))).to_pydict()
