import daft


def right():
    return daft.range(500)
