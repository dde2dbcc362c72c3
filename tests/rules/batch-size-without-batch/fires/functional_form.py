import daft


def length(text: str) -> int:
    return len(text)


lengths = daft.func(length, batch_size=100)  # expect
