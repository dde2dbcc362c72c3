import daft


def listing():
    return daft.range(1600)
