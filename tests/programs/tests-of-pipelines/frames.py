import daft


def rows():
    return daft.range(1000)
