import daft


@daft.func
def score(text: str) -> float:
    import raters

    return raters.rate(text)
