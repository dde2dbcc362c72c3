"""Numbers as people read them on a page, where a number and its unit stay on one line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from statistics import median

from daft_lint.reporting.verification import figures
from daft_lint.words import duration

_MOST_PARTS = 8
_UNIT = "\u202f"


def seconds(amount: float) -> str:
    """`0.43 s`, `6.1 s`, `20 min 50 s`."""
    return duration(amount).replace(" ", _UNIT)


def loads(rows: Iterable[float]) -> str:
    """Rows per actor, the least first: `0, 0, 400, 600`, or `16 x 0, 16 x 250` for many actors.

    Many different ones are `from 88 to 112, median 100`.
    """
    ordered = sorted(round(row) for row in rows)
    if len(ordered) <= _MOST_PARTS:
        return ", ".join(f"{number:,}" for number in ordered)
    runs = [(key, len(list(same))) for key, same in groupby(ordered)]
    if len(runs) <= _MOST_PARTS:
        return ", ".join(
            f"{many} x {number:,}" if many > 1 else f"{number:,}" for number, many in runs
        )
    return f"from {ordered[0]:,} to {ordered[-1]:,}, median {figures.number(median(ordered))}"


def times(before: float, after: float) -> str:
    """`2.3 times as fast` or `1.2 times as slow`; `as fast` within a twentieth; both over 0."""
    ratio = before / after
    if 0.95 <= ratio <= 1.05:
        return "as fast"
    if ratio > 1:
        return f"{ratio:.1f} times as fast"
    return f"{1 / ratio:.1f} times as slow"
