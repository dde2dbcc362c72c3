import daft


@daft.func
def joined(words: list, sep: str) -> str:
    return sep.join(words.to_pylist()[i] for i in range(len(words)))
