import daft


@daft.func
def score(text: str) -> float:  # finds DFT113 possible: runs `score` in one process
    import raters

    return raters.rate(text)
