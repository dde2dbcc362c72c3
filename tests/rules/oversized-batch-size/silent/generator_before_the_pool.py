# daft-lint: workers=1
from collections.abc import Iterator

import daft
from daft import col


@daft.func
def sentences(text: str) -> Iterator[str]:
    yield from text.split(". ")


@daft.cls(max_concurrency=4)
class Translate:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=400)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.from_pylist([{"text": f"One. Two. {n}."} for n in range(800)])
df = df.select(sentences(col("text")).alias("sentence"))
df.with_column("german", Translate()(col("sentence"))).write_csv("german")
