import daft


def rows():
    return daft.range(2000)


def few():
    return daft.range(1000)
