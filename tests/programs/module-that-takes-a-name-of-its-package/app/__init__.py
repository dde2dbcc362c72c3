sizes = 2


def partitions():
    return sizes if isinstance(sizes, int) else 4
