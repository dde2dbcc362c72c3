"""One actor for two workers: the rows of the other worker travel to it."""

from __future__ import annotations

from observing import makespan
from sleeping import run_pool

RULE = "DFT111"
FAULT = "`max_concurrency=1` on 2 workers, 400 rows in 4 partitions, 2 ms a row"
REMEDY = "`max_concurrency=2`"
MEASURES = "makespan"
UNIT = "s"
RUNNER = "ray"
WORKERS = 2
CPUS = 4


def before() -> float:
    """With the fault."""
    return _seconds(1)


def after() -> float:
    """With the remedy."""
    return _seconds(2)


def _seconds(actors: int) -> float:
    return makespan(
        lambda: run_pool(400, actors, batch_size=20, change=lambda f: f.into_partitions(4)), actors
    )
