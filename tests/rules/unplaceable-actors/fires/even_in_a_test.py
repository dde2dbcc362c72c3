# daft-lint: workers=1, cpus-per-worker=2
"""A test that waits two minutes is slow for no reason."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=4)
    def __call__(self, texts):
        return [text.strip() for text in texts.to_pylist()]


def test_clean_strips():
    df = daft.from_pydict({"text": [" a", "b "]})
    df = df.with_column("clean", Clean()(col("text")))  # expect
    assert df.to_pydict()["clean"] == ["a", "b"]
