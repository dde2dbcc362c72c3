# refused: its options come from elsewhere
import daft

OPTIONS = {"num_cpus": 1}


@daft.udf(return_dtype=daft.DataType.int64(), **OPTIONS)
def same(x):
    return x
