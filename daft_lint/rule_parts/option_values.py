"""Values that Daft's decorators take by name and refuse all the same.

Measured on Daft 0.7.12, 0.7.14 and 0.7.26: each in a program that makes the UDF, calls it with a
column and runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.daft_api.decorator_keywords import values_of
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.values.values import Value

FIRST_MEASURED = (0, 7, 12)
"""Of older versions, nothing is said."""

_AT_ONCE = "when the decorator runs"
_CALLED = "when it is called with a column"
_RUN = "when it runs"
_LEGACY = "daft.udf"
_RESOURCES = frozenset({"cpus", "gpus", "num_cpus", "num_gpus"})
_COUNTS = frozenset({"batch_size", "concurrency", "max_concurrency", "max_retries"})
# What `ray_options` may not hold, and what says it instead; the new decorators have no memory.
_IN_RAY_OPTIONS = {"num_cpus": "cpus", "num_gpus": "gpus", "memory": ""}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a value is refused: the `error` that Daft raises, when, and what it takes instead."""

    error: str
    when: str
    remedy: str


def refusal(decorator: str, keyword: str, value: Value) -> Refusal | None:
    """Why a decorator refuses a value that is known for its keyword; None where it doesn't."""
    from daft_lint.values.values import Mapping, Number, Text

    if isinstance(value, Number) and value.quantity.known:
        number = value.quantity.low
        if keyword in _RESOURCES:
            return _of_resource(decorator, keyword, number)
        return _of_count(decorator, keyword, number) if keyword in _COUNTS else None
    texts = values_of(decorator, keyword)
    if isinstance(value, Text) and texts and "*" not in value.pattern:
        if value.pattern not in texts:
            every = ", ".join(f'"{text}"' for text in texts)
            return Refusal("ValueError", _CALLED, f"use one of {every}")
        return None
    if keyword == "ray_options" and isinstance(value, Mapping):
        held = [key for key, _ in value.entries if key in _IN_RAY_OPTIONS]
        if held and isinstance(held[0], str):
            return Refusal("ValueError", _CALLED, _without(decorator, held[0]))
    return None


def _of_resource(decorator: str, keyword: str, number: float) -> Refusal | None:
    error = "ValueError" if decorator != _LEGACY else "DaftCoreException"
    if number < 0 and (decorator, keyword) != (_LEGACY, "num_cpus"):
        return Refusal(error, _AT_ONCE, "use 0 or more")
    if keyword.endswith("gpus") and number > 1 and number != int(number):
        return Refusal(error, _AT_ONCE, "use a whole number of GPUs, or a fraction from 0 to 1")
    return None


def _of_count(decorator: str, keyword: str, number: float) -> Refusal | None:
    if number < 0:
        least = "0" if keyword == "max_retries" else "1"
        return Refusal("OverflowError", _CALLED, f"use {least} or more")
    if number != int(number):
        return Refusal("TypeError", _CALLED, "use a whole number")
    if number > 0 or keyword == "max_retries":
        return None
    if keyword == "batch_size":
        error, when = ("ValueError", _CALLED) if decorator == _LEGACY else ("PanicException", _RUN)
        return Refusal(error, when, "use 1 or more, or remove it")
    when = _CALLED if decorator == "daft.cls" else _AT_ONCE
    return Refusal("ValueError", when, "use 1 or more, or remove it")


def _without(decorator: str, key: str) -> str:
    """What says the same outside of `ray_options`."""
    if decorator == _LEGACY:
        other = "memory_bytes" if key == "memory" else key
        return f"set it as `{other}` of the decorator"
    other = _IN_RAY_OPTIONS[key]
    if other:
        return f"set it as `{other}` of the decorator"
    return f"remove `{key}`: the new decorators take no memory"
