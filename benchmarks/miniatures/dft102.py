"""A batch as large as the task: one morsel for four actors."""

from __future__ import annotations

from observing import idle_actors
from sleeping import run_pool

RULE = "DFT102"
FAULT = "400 rows, 4 actors on 1 worker, `batch_size=400`"
REMEDY = "`batch_size=100`"
MEASURES = "idle actors"
UNIT = "actors"
RUNNER = "ray"
WORKERS = 1
CPUS = 5


def before() -> float:
    """With the fault."""
    return idle_actors(lambda: run_pool(400, 4, batch_size=400), 4)


def after() -> float:
    """With the remedy."""
    return idle_actors(lambda: run_pool(400, 4, batch_size=100), 4)
