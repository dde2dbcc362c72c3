# One half is migrated, and no branch asks which API there is.
import os

import daft
from packaging.version import Version

STRING = daft.DataType.string()


@daft.func
def shout(x: str) -> str:
    return f"{x}!"


df = daft.from_pydict({"x": ["a", "b"]})
df = df.with_column("shout", shout(df["x"]))

if os.environ.get("FAST"):

    @daft.udf(return_dtype=STRING)
    def tag(x):  # expect
        return [f"#{v}" for v in x.to_pylist()]

    df = df.with_column("tag", tag(df["x"]))

if df.count_rows() > 1 and Version(os.__doc__ or "1") > Version("0"):

    @daft.udf(return_dtype=STRING)
    def mark(x):  # expect
        return [f"!{v}" for v in x.to_pylist()]

    df = df.with_column("mark", mark(df["x"]))

try:
    df.show()
except Exception:

    @daft.udf(return_dtype=STRING)
    def plain(x):  # expect
        return [f"?{v}" for v in x.to_pylist()]

    df = df.with_column("plain", plain(df["x"]))
