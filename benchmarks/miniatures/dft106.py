"""Five batches for four actors: one works twice as long."""

from __future__ import annotations

from observing import lost_actor_time
from sleeping import run_pool

RULE = "DFT106"
FAULT = "1,000 rows, 4 actors on 1 worker, `batch_size=200`"
REMEDY = "`batch_size=50`"
MEASURES = "lost actor time"
UNIT = "%"
RUNNER = "ray"
WORKERS = 1
CPUS = 5


def before() -> float:
    """With the fault."""
    return lost_actor_time(lambda: run_pool(1_000, 4, batch_size=200), 4)


def after() -> float:
    """With the remedy."""
    return lost_actor_time(lambda: run_pool(1_000, 4, batch_size=50), 4)
