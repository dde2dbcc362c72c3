# refused: the new API casts a returned list
import daft


@daft.udf(return_dtype=daft.DataType.python())
def wrap(x):
    rows = [{"value": v} for v in x]
    if len(rows) > 2:
        rows = tuple(rows)
    return rows
