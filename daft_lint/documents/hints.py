"""Hint comments: facts about data and cluster that no code shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from daft_lint.documents.invalid import InvalidPragma, nearest
from daft_lint.plan.span import Span

KEYS = (
    "rows",
    "partitions",
    "workers",
    "cpus-per-worker",
    "gpus-per-worker",
    "concurrency",
    "batch-size",
)
_MAY_BE_ZERO = frozenset({"rows", "gpus-per-worker"})
_NUMBER = re.compile(r"\d[\d_]*|\d+(\.\d+)?[eE]\d+")


@dataclass(frozen=True, slots=True)
class Hint:
    """The facts of one hint comment, by key, and the statement's lines that they are about."""

    values: Mapping[str, int]
    span: Span
    first_line: int
    last_line: int


def read_hint(body: str, span: Span, statement: tuple[int, int]) -> Iterator[Hint | InvalidPragma]:
    """Read `key=number, key=number`; what can't be read is told, the rest still counts."""
    values: dict[str, int] = {}
    for item in body.split(","):
        key, _, number = (part.strip() for part in item.partition("="))
        key = key.replace("_", "-")
        problem = _problem(key, number)
        if problem is None:
            values[key] = int(float(number)) if "e" in number.lower() else int(number)
        else:
            yield InvalidPragma(span, problem)
    if values:
        yield Hint(values, span, *statement)


def _problem(key: str, number: str) -> str | None:
    if key not in KEYS:
        return f"`{key}` is no hint; {nearest(key, KEYS)}"
    if not _NUMBER.fullmatch(number):
        return f"`{key}` takes a whole number, not `{number}`"
    if float(number.replace("_", "")) < 1 and key not in _MAY_BE_ZERO:
        return f"`{key}` must be at least 1"
    return None
