# Whoever asks which API there is has migrated already.
from importlib.metadata import version

import daft
from packaging.version import Version

STRING = daft.DataType.string()
HAS_CLS = hasattr(daft, "cls")

try:
    from daft import func
except ImportError:
    func = None

if hasattr(daft, "func"):

    @daft.func
    def shout(x: str) -> str:
        return x.upper()

else:

    @daft.udf(return_dtype=STRING)
    def shout(x):
        return [v.upper() for v in x.to_pylist()]


if func is not None:

    @func
    def quieten(x: str) -> str:
        return x.lower()

else:
    from daft import udf

    @udf(return_dtype=STRING)
    def quieten(x):
        return [v.lower() for v in x.to_pylist()]


if HAS_CLS and Version(version("daft")) >= Version("0.7"):

    @daft.cls
    class Tag:
        def __call__(self, x: str) -> str:
            return f"#{x}"

else:

    @daft.udf(return_dtype=STRING)
    class Tag:
        def __call__(self, x):
            return [f"#{v}" for v in x.to_pylist()]


try:
    daft.func  # noqa: B018

    @daft.func
    def trim(x: str) -> str:
        return x.strip("#!")

except AttributeError:

    @daft.udf(return_dtype=STRING)
    def trim(x):
        return [v.strip("#!") for v in x.to_pylist()]


def _is_new() -> bool:
    return tuple(map(int, daft.__version__.split("."))) >= (0, 7, 0)


def title(df: daft.DataFrame) -> daft.DataFrame:
    decorator = getattr(daft, "func", None)
    if decorator is None:

        @daft.udf(return_dtype=STRING)
        def titled(x):
            return [v.title() for v in x.to_pylist()]

        return df.with_column("title", titled(df["x"]))

    @decorator
    def titled_now(x: str) -> str:
        return x.title()

    return df.with_column("title", titled_now(df["x"]))


def swap(df: daft.DataFrame) -> daft.DataFrame:
    if _is_new():

        @daft.func
        def swapped_now(x: str) -> str:
            return x.swapcase()

        return df.with_column("swap", swapped_now(df["x"]))

    @daft.udf(return_dtype=STRING)
    def swapped(x):
        return [v.swapcase() for v in x.to_pylist()]

    return df.with_column("swap", swapped(df["x"]))


def run(df: daft.DataFrame) -> daft.DataFrame:
    return df.with_column("c", trim(Tag()(quieten(shout(df["x"])))))
