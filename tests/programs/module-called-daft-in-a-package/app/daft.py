import daft

ACTORS = 8


def range(rows):
    return daft.range(1000)
