import daft
import reexported_udfs as udfs


def main():
    df = daft.from_pydict({"x": [1, 2]})
    return df.select(udfs.Add.with_init_args(3)(df["x"])).to_pydict()
