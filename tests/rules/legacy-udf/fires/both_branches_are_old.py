# The branches ask for the version, but none of them is migrated.
import daft
from packaging.version import Version

STRING = daft.DataType.string()

if Version(daft.__version__) >= Version("0.4"):

    @daft.udf(return_dtype=STRING, use_process=True)
    def tag(x):  # expect
        return [f"#{v}" for v in x.to_pylist()]

else:

    @daft.udf(return_dtype=STRING)
    def tag(x):  # expect
        return [f"#{v}" for v in x.to_pylist()]


def run(df: daft.DataFrame) -> daft.DataFrame:
    return df.with_column("tag", tag(df["x"]))
