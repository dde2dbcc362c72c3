"""Spans and numbers in all of our JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping

from daft_lint.findings import ActorShare
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.span import Span

Json = Mapping[str, object]


def span_as_json(span: Span) -> Json:
    """A place: lines and columns count from 1, the end is the character after the last.

    In a notebook lines are those of the `cell`, which counts all of its cells from 1.
    """
    shown = span.shown
    return {
        "path": shown.path,
        **({} if shown.cell_number is None else {"cell": shown.cell_number}),
        "line": shown.line,
        "column": shown.column,
        "end_line": shown.end_line,
        "end_column": shown.end_column,
    }


def quantity_as_json(quantity: Quantity) -> Json:
    """Both bounds; None where nothing bounds the number."""
    return {"low": number_as_json(quantity.low), "high": number_as_json(quantity.high)}


def optional_as_json(quantity: Quantity | None) -> Json | None:
    """Both bounds of a number, or None where it is unknown."""
    return None if quantity is None else quantity_as_json(quantity)


def shares_as_json(shares: tuple[ActorShare, ...] | None) -> list[Json] | None:
    """Every actor with its worker and rows; None when they can't all be predicted."""
    if shares is None:
        return None
    return [{"worker": share.worker, "rows": number_as_json(share.rows)} for share in shares]


def number_as_json(number: float) -> float | None:
    """The number, as an int where it is whole, None where it is not finite."""
    if not math.isfinite(number):
        return None
    return int(number) if number == int(number) else number
