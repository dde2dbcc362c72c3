from app.sizes import BATCH

sizes = 2
assert BATCH


def partitions():
    return sizes if isinstance(sizes, int) else 4
