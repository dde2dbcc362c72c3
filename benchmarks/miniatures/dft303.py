"""A row-wise function with batch_size is never defined: every program that has it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RULE = "DFT303"
FAULT = "`@daft.func(batch_size=64)`"
REMEDY = "`@daft.func.batch(batch_size=64)`"
MEASURES = "programs that fail"
UNIT = "programs"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    import daft

    # What a type checker would find.
    decorator: Any = daft.func
    return _failed(lambda: decorator(return_dtype=str, batch_size=64)(_shout))


def after() -> float:
    """With the remedy."""
    import daft

    return _failed(lambda: daft.func.batch(return_dtype=str, batch_size=64)(_shout))


def _shout(texts: Any) -> Any:
    return [text.upper() for text in texts]


def _failed(make: Callable[[], Any]) -> float:
    import daft

    try:
        udf = make()
    except TypeError:
        return 1.0
    frame = daft.from_pydict({"text": ["a", "b"]})
    assert frame.select(udf(daft.col("text"))).to_pydict() == {"text": ["A", "B"]}
    return 0.0
