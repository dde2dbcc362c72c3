"""Tasks of four rows: the driver takes longer to hand them out than the actors to work."""

from __future__ import annotations

from observing import makespan
from sleeping import run_pool

RULE = "DFT204"
FAULT = "2,000 rows in 500 partitions, 4 actors on 2 workers, 2 ms a row"
REMEDY = "16 partitions"
MEASURES = "makespan"
UNIT = "s"
RUNNER = "ray"
WORKERS = 2
CPUS = 4


def before() -> float:
    """With the fault."""
    return _seconds(500)


def after() -> float:
    """With the remedy."""
    return _seconds(16)


def _seconds(partitions: int) -> float:
    return makespan(
        lambda: run_pool(
            2_000, 4, batch_size=20, change=lambda frame: frame.into_partitions(partitions)
        ),
        4,
    )
