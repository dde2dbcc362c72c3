import daft


def small():
    return daft.from_pydict({"id": [1, 2, 3] * 100})  # daft-lint: ignore[DFT102] it is a sample


def large():
    return daft.range(1000)
