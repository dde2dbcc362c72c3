import daft


class Embed:
    def __call__(self, texts): ...


def run(df: daft.DataFrame) -> daft.DataFrame: ...


...
