"""More actors than the cluster has CPUs for: Daft waits for the rest, then goes on without them."""

from __future__ import annotations

from observing import seconds
from sleeping import run_pool

RULE = "DFT107"
FAULT = "4 actors of 1 CPU on 1 worker of 2 CPUs; Daft is told to wait for 10 s, not 120 s"
REMEDY = "`max_concurrency=2`"
MEASURES = "time of the whole pipeline"
UNIT = "s"
RUNNER = "ray"
WORKERS = 1
CPUS = 2


def before() -> float:
    """With the fault."""
    return _seconds(4)


def after() -> float:
    """With the remedy."""
    return _seconds(2)


def _seconds(actors: int) -> float:
    import daft

    with daft.execution_config_ctx(actor_udf_ready_timeout=10):
        return seconds(lambda: run_pool(200, actors, batch_size=20))
