"""Small batches that are shuffled right after: each is a task of its own for nothing."""

from __future__ import annotations

from observing import seconds

RULE = "DFT201"
FAULT = "`into_batches(200)` of 40,000 rows before a `repartition`"
REMEDY = "without it"
MEASURES = "time of the whole pipeline"
UNIT = "s"
RUNNER = "ray"
WORKERS = 2
CPUS = 2


def before() -> float:
    """With the fault."""
    return _seconds(200)


def after() -> float:
    """With the remedy."""
    return _seconds(None)


def _seconds(batch: int | None) -> float:
    import daft

    frame = daft.range(40_000, partitions=4)
    if batch is not None:
        frame = frame.into_batches(batch)
    return seconds(lambda: frame.repartition(4, "id").collect())
