# refused: `@register` stands above it
import daft
from registry import register


@register
@daft.udf(return_dtype=daft.DataType.int64())
def same(x):
    return x
