"""One partition on two workers: only one of them has work."""

from __future__ import annotations

from observing import idle_actors
from sleeping import run_pool

RULE = "DFT101"
FAULT = "one in-memory partition, 4 actors on 2 workers"
REMEDY = "`into_partitions(2)`"
MEASURES = "idle actors"
UNIT = "actors"
RUNNER = "ray"
WORKERS = 2
CPUS = 4


def before() -> float:
    """With the fault."""
    return idle_actors(lambda: run_pool(400, 4, batch_size=20), 4)


def after() -> float:
    """With the remedy."""
    return idle_actors(
        lambda: run_pool(400, 4, batch_size=20, change=lambda f: f.into_partitions(2)), 4
    )
