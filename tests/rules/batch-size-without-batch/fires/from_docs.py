import daft


@daft.func(batch_size=64)  # expect
def shout(text: str) -> str: ...
