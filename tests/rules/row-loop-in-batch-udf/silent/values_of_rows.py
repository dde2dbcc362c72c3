import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64())
def sizes(images: Series) -> list[int]:
    return [len(image.tolist()) for image in images.to_pylist()]
