import daft


def split():
    return daft.range(2000), daft.range(1000)
