from daft import func


@func(return_dtype=int, batch_size=None)  # expect
def code(text: str):
    return hash(text) % 100
