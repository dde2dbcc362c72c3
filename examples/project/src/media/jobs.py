"""Pipelines as classes: the base class does the work, those below it choose the numbers."""

from .sources import catalogue, images
from .steps import captioned, fetched, tagged
from .udfs import Caption, make_tagger


class Job:
    """Reads, applies its steps one after another, writes."""

    TARGET = "s3://media/out"

    def source(self):
        raise NotImplementedError

    def steps(self):
        raise NotImplementedError

    def run(self) -> None:
        frame = self.source()
        for step in self.steps():
            frame = step(frame)
        frame.write_parquet(self.TARGET)


class CaptionImages(Job):
    """One task for two workers: the listing is never spread."""

    TARGET = "s3://media/captions"

    def __init__(self) -> None:
        self.caption = Caption()

    def source(self):
        return images()

    def steps(self):
        return [fetched, self.captioned]

    def captioned(self, frame):
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

    def steps(self):
        tagger = make_tagger(self.ACTORS)
        return [lambda frame: tagged(frame, tagger)]


class TagCatalogueFast(TagCatalogue):
    """More taggers than the cluster has CPUs."""

    ACTORS = 40
