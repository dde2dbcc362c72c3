"""An `offset` without a `limit` raises when the pipeline runs; with one it doesn't."""

from __future__ import annotations

RULE = "DFT313"
FAULT = "an `offset` behind a `sort`, without a `limit`"
REMEDY = "a `limit` right behind the `offset`"
MEASURES = "runs that raise"
UNIT = "runs"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _raises(limit=False)


def after() -> float:
    """With the remedy."""
    return _raises(limit=True)


def _raises(*, limit: bool) -> float:
    import daft

    frame = daft.range(100).sort("id").offset(10)
    try:
        (frame.limit(50) if limit else frame).collect()
    except Exception:
        return 1
    return 0
