"""A synchronous function with max_concurrency is never defined: every program that has it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RULE = "DFT302"
FAULT = "`@daft.func(max_concurrency=4)` over a synchronous function"
REMEDY = "`@daft.cls(max_concurrency=4)`"
MEASURES = "programs that fail"
UNIT = "programs"
RUNNER = "native"


def before() -> float:
    """With the fault."""
    import daft

    return _failed(lambda: daft.func(max_concurrency=4)(_tag))


def after() -> float:
    """With the remedy."""
    import daft

    class Tag:
        def __call__(self, title: str) -> str:
            return _tag(title)

    return _failed(lambda: daft.cls(max_concurrency=4)(Tag)())


def _tag(title: str) -> str:
    return title.upper()


def _failed(make: Callable[[], Any]) -> float:
    import daft

    try:
        udf = make()
    except ValueError:
        return 1.0
    frame = daft.from_pydict({"title": ["a", "b"]})
    assert frame.select(udf(daft.col("title"))).to_pydict() == {"title": ["A", "B"]}
    return 0.0
