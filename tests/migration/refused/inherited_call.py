# refused: it inherits `__call__`
import daft


class Base:
    def __call__(self, x):
        return x


@daft.udf(return_dtype=daft.DataType.int64())
class Same(Base):
    pass
