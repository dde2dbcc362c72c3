import daft

ROWS = 5_000_000
TABLE = list(range(ROWS))


@daft.func
def lookup(number: int) -> int:
    return TABLE[number]  # expect
