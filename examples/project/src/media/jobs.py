"""Pipelines as classes: the base class does the work, those below it choose the numbers."""

from .sources import catalogue, images
from .steps import captioned, tagged
from .udfs import Caption, make_tagger


class Job:
    """Reads, applies its step, writes."""

    TARGET = "s3://media/out"

    def source(self):
        raise NotImplementedError

    def step(self, frame):
        raise NotImplementedError

    def run(self) -> None:
        self.step(self.source()).write_parquet(self.TARGET)


class CaptionImages(Job):
    """One task for two workers: the listing is never spread."""

    TARGET = "s3://media/captions"

    def __init__(self) -> None:
        self.caption = Caption()

    def source(self):
        return images()

    def step(self, frame):
        return captioned(frame, self.caption)


class CaptionImagesEvenly(CaptionImages):
    """The same, with its listing spread over 24 tasks: nothing to say."""

    def source(self):
        return super().source().into_partitions(24)


class TagCatalogue(Job):
    """As many taggers as there are GPUs, unless its subclass says otherwise."""

    TARGET = "s3://media/tags"
    ACTORS: int | None = None

    def source(self):
        return catalogue()

    def step(self, frame):
        return tagged(frame, make_tagger(self.ACTORS))


class TagCatalogueFast(TagCatalogue):
    """More taggers than the cluster has CPUs."""

    ACTORS = 40
