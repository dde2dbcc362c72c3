"""The models. How many actors a pool has, and how large its batches are, is said in `config`."""

import daft
from daft import DataType, Series

from .config import BATCH, GPUS


@daft.cls(max_concurrency=GPUS, gpus=1)
class Caption:
    def __init__(self) -> None:
        from transformers import pipeline

        self.model = pipeline("image-to-text", device="cuda")

    @daft.method.batch(return_dtype=DataType.string(), batch_size=BATCH)
    def run(self, images: Series):
        return [one[0]["generated_text"] for one in self.model(images.to_pylist())]


class Tag:
    """Becomes a UDF in `make_tagger`, which knows how many of it there are."""

    def __init__(self) -> None:
        from transformers import pipeline

        self.model = pipeline("text-classification")

    @daft.method.batch(return_dtype=DataType.string(), batch_size=1_000)
    def run(self, titles: Series):
        return [one["label"] for one in self.model(titles.to_pylist())]


def make_tagger(actors: int | None = None):
    """A pool of taggers: one on each GPU unless the caller wants more."""
    if actors is None:
        actors = GPUS
    return daft.cls(Tag, max_concurrency=actors)()
