import daft
from daft import DataType, Series


@daft.cls(
    on_error="log",  # expect
)
class Two:
    @daft.method.batch(return_dtype=DataType.string())
    def first(self, texts: Series) -> Series:
        return texts

    @daft.method.batch(return_dtype=DataType.string())
    def second(self, texts: Series) -> Series:
        return texts
