"""Whoever calls the factory waits for the error."""

import daft
from encoders import encode, encode_here


def embedder(actors):
    @daft.cls(concurrency=actors)
    class Embed:
        def __call__(self, text: str) -> list[float]:
            return encode(text)

    return Embed()


def newest():
    return embedder(4)


def main(path):
    try:
        embed = newest()
    except TypeError:
        embed = encode_here
    return daft.read_parquet(path).with_column("vector", embed(daft.col("text")))


main("texts/")
