"""Three tasks for two workers: the actors of one wait for the second task of the other."""

from __future__ import annotations

from observing import lost_actor_time
from sleeping import run_pool

RULE = "DFT105"
FAULT = "`into_partitions(3)`, 4 actors on 2 workers"
REMEDY = "`into_partitions(4)`"
MEASURES = "lost actor time"
UNIT = "%"
RUNNER = "ray"
WORKERS = 2
CPUS = 4


def before() -> float:
    """With the fault."""
    return _lost(3)


def after() -> float:
    """With the remedy."""
    return _lost(4)


def _lost(partitions: int) -> float:
    return lost_actor_time(
        lambda: run_pool(
            1_200,
            4,
            batch_size=20,
            change=lambda frame: frame.into_partitions(partitions),
            row_seconds=0.01,
        ),
        4,
    )
