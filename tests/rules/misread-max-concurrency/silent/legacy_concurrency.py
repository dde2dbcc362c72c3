# also DFT301
import daft
from daft import DataType


@daft.udf(return_dtype=DataType.string(), concurrency=4)
def tag(titles):
    return titles
