# Daft 0.3.15
import daft
from daft.udf import StatefulUDF, StatelessUDF


@daft.udf(return_dtype=daft.DataType.int64())
class Add:
    def __call__(self, numbers):
        return numbers


@daft.udf(return_dtype=daft.DataType.int64())
def add(numbers):
    return numbers


print(isinstance(Add, StatefulUDF), isinstance(add, StatelessUDF))
