"""Partitions that into_batches merges into fewer tasks than there are workers."""

from __future__ import annotations

from observing import idle_actors
from sleeping import run_pool

RULE = "DFT104"
FAULT = "4 partitions of 100 rows, `into_batches(400)`, 4 actors on 2 workers"
REMEDY = "`into_batches(100)`"
MEASURES = "idle actors"
UNIT = "actors"
RUNNER = "ray"
WORKERS = 2
CPUS = 4


def before() -> float:
    """With the fault."""
    return idle_actors(
        lambda: run_pool(
            400, 4, batch_size=20, change=lambda f: f.into_partitions(4).into_batches(400)
        ),
        4,
    )


def after() -> float:
    """With the remedy."""
    return idle_actors(
        lambda: run_pool(
            400, 4, batch_size=20, change=lambda f: f.into_partitions(4).into_batches(100)
        ),
        4,
    )
