"""One row a call: handing it to an actor and back takes longer than the row."""

from __future__ import annotations

from observing import makespan
from sleeping import run_pool

RULE = "DFT205"
FAULT = "2,000 rows, `batch_size=1`, 4 actors on 1 worker, 1 ms a row"
REMEDY = "`batch_size=20`"
MEASURES = "makespan"
UNIT = "s"
RUNNER = "ray"
WORKERS = 1
CPUS = 6


def before() -> float:
    """With the fault."""
    return _seconds(1)


def after() -> float:
    """With the remedy."""
    return _seconds(20)


def _seconds(batch_size: int) -> float:
    return makespan(lambda: run_pool(2_000, 4, batch_size=batch_size, row_seconds=0.001), 4)
