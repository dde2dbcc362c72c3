# daft-lint: workers=1
"""Both pools get the rows of one task in one morsel."""

import daft
from daft import col


@daft.cls(max_concurrency=2)
class Strip:
    def __call__(self, text: str) -> str:
        return text.strip()


@daft.cls(max_concurrency=4)
class Stem:
    def __call__(self, text: str) -> str:
        return text[:4]


strip, stem = Strip(), Stem()
words = daft.from_pylist([{"word": f" word {n} "} for n in range(30_000)])
words = words.with_column("stripped", strip(col("word")))  # expect
words = words.with_column("stem", stem(col("stripped")))  # expect
words.write_csv("stems")
