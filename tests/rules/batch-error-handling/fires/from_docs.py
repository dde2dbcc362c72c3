import daft
from daft import DataType, Series


def read_width(image: bytes) -> int:
    return len(image)


@daft.func.batch(return_dtype=DataType.int64(), on_error="ignore")  # expect
def width(images: Series) -> list[int]:
    return [read_width(image) for image in images.to_pylist()]
