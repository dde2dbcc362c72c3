"""A class with a keyword of the legacy API is never defined: every program that has it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RULE = "DFT309"
FAULT = "`@daft.cls(concurrency=2, num_cpus=1)`"
REMEDY = "`@daft.cls(max_concurrency=2, cpus=1)`"
MEASURES = "programs that fail"
UNIT = "programs"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    import daft

    # What a type checker would find.
    decorator: Any = daft.cls
    return _failed(lambda: decorator(concurrency=2, num_cpus=1)(_Shout)())


def after() -> float:
    """With the remedy."""
    import daft

    return _failed(lambda: daft.cls(max_concurrency=2, cpus=1)(_Shout)())


class _Shout:
    def __call__(self, text: str) -> str:
        return text.upper()


def _failed(make: Callable[[], Any]) -> float:
    import daft

    try:
        udf = make()
    except TypeError:
        return 1.0
    frame = daft.from_pydict({"text": ["a", "b"]})
    assert frame.select(udf(daft.col("text"))).to_pydict() == {"text": ["A", "B"]}
    return 0.0
