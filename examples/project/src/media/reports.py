"""Pipelines with parameters: who calls them decides what is judged."""

from .config import Tuning
from .sources import catalogue, images
from .steps import tagged
from .udfs import make_tagger


def tag_samples(tuning: Tuning, target: str) -> None:
    """Called twice in `main.py`: once with batches of 64,000 rows, once with smaller ones."""
    frame = catalogue().into_batches(tuning.batch_rows)
    tagged(frame, make_tagger(tuning.taggers)).write_parquet(target)


def tag_some(rows: int = 4_000, taggers: int = 4) -> None:
    """Nobody but a test calls it: what its defaults make of it is possible, no more."""
    tagged(catalogue().limit(rows).repartition(1), make_tagger(taggers)).write_parquet("s3://media/some")


def list_images(target: str) -> None:
    """Only `preview.py` calls it, which runs on one machine without Ray."""
    images().repartition(8).write_parquet(target)
