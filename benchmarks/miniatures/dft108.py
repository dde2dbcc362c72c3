"""A repartition by key of few rows: the actors wait for those of the fullest partition."""

from __future__ import annotations

from observing import lost_actor_time
from sleeping import Change, run_pool

RULE = "DFT108"
FAULT = "48 rows, all keys different, `repartition(4, key)`, an actor on each of 4 workers"
REMEDY = "`into_partitions(4)`"
MEASURES = "lost actor time"
UNIT = "%"
RUNNER = "ray"
WORKERS = 4
CPUS = 2


def before() -> float:
    """With the fault."""
    return _lost(lambda frame: frame.repartition(4, "n"))


def after() -> float:
    """With the remedy."""
    return _lost(lambda frame: frame.into_partitions(4))


def _lost(change: Change) -> float:
    return lost_actor_time(lambda: run_pool(48, 4, batch_size=1, change=change, row_seconds=0.2), 4)
