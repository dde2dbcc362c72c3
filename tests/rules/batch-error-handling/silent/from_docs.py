import daft


def read_width(image: bytes) -> int:
    return len(image)


@daft.func(on_error="ignore")
def width(image: bytes) -> int:
    return read_width(image)
