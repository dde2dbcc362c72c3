# also DFT301
import daft
from daft import DataType


@daft.udf(return_dtype=DataType.int64())
def lengths(texts):
    found = []
    for i in range(len(texts)):
        found.append(len(texts.to_pylist()[i]))  # expect
    return found
