"""What a test runs is right or wrong, not fast or slow."""

import daft
import pytest
from daft import col
from pipelines.samples import samples


@daft.cls(max_concurrency=2)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=4)
    def __call__(self, texts):
        return [text.strip() for text in texts.to_pylist()]


def test_clean_strips():
    df = daft.from_pylist(samples()).with_column("clean", Clean()(col("text")))
    assert df.to_pydict()["clean"] == [one.strip() for one in samples()]
