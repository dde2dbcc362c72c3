"""Of repartitions in a row only the last one runs: what the code says isn't what happens."""

from __future__ import annotations

import io

RULE = "DFT202"
FAULT = "`repartition(64)` right before `into_partitions(24)`"
REMEDY = "without it"
MEASURES = "repartitions in the code that don't run"
UNIT = ""
RUNNER = "ray"
WORKERS = 1
CPUS = 2


def before() -> float:
    """With the fault."""
    return _dropped(repartitioned=True)


def after() -> float:
    """With the remedy."""
    return _dropped(repartitioned=False)


def _dropped(*, repartitioned: bool) -> float:
    import daft

    frame = daft.range(1_000)
    if repartitioned:
        frame = frame.repartition(64)
    explained = io.StringIO()
    frame.into_partitions(24).explain(show_all=True, file=explained)
    written, _, rest = explained.getvalue().partition("== Optimized Logical Plan ==")
    optimised = rest.partition("== Physical Plan ==")[0]
    return float(_repartitions(written) - _repartitions(optimised))


def _repartitions(plan: str) -> int:
    return plan.count("Repartition") + plan.count("IntoPartitions")
