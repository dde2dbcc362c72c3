import daft
from daft import col
from encoders import rate


@daft.func
def score(text: str) -> float:
    return rate(text)


def load(path):
    return daft.read_parquet(path).with_column("score", score(col("text")))


def main(paths, first):
    whole = None
    for path in paths:
        df = load(path)
        whole = df if whole is None else whole.concat(df)
    whole.write_parquet("whole/")
    daft.concat([load(path) for path in paths]).write_parquet("listed/")
    load(paths[0]).join(load(paths[1]), on="id").write_parquet("two/")
    before = load(first)
    for path in paths:
        df = load(path)
        df.join(before, on="id").write_parquet(path)
        before = df


main(["a", "b"], "c")
