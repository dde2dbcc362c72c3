# refused: `UDFException` is caught
import daft
from daft.errors import UDFException


@daft.udf(return_dtype=daft.DataType.int64())
def fails(x):
    raise KeyError("x")


def run(df):
    try:
        return df.select(fails(df["x"])).collect()
    except UDFException:
        return None
