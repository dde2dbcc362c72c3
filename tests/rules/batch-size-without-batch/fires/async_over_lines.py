import daft

ROWS = 10


@daft.func(
    batch_size=ROWS,  # expect
    return_dtype=str,
)
async def tag(title: str) -> str:
    return title
