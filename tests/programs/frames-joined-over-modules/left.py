import daft


def left():
    return daft.range(500)
