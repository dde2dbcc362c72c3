"""An expression has no `.str` any more: every program that asks for it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RULE = "DFT310"
FAULT = '`col("text").str.upper()`'
REMEDY = '`col("text").upper()`'
MEASURES = "programs that fail"
UNIT = "programs"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    return _failed(lambda text: text.str.upper())


def after() -> float:
    """With the remedy."""
    return _failed(lambda text: text.upper())


def _failed(make: Callable[[Any], Any]) -> float:
    import daft

    try:
        upper = make(daft.col("text"))
    except AttributeError:
        return 1.0
    frame = daft.from_pydict({"text": ["a", "b"]})
    assert frame.select(upper).to_pydict() == {"text": ["A", "B"]}
    return 0.0
