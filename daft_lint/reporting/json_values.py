"""Spans and numbers in all of our JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

from daft_lint.findings import ActorShare
from daft_lint.plan.quantity import Quantity
from daft_lint.plan.span import Span

Json = Mapping[str, object]


def written(document: Json | list[Json]) -> str:
    """A document as text in ASCII."""
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


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


def as_json(value: object, quantity: Callable[[Quantity], Json] = quantity_as_json) -> object:
    """A value by its type: enums by value, places and numbers as above, dataclasses by field.

    `quantity` writes the numbers with bounds.
    """
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Quantity):
        return quantity(value)
    if isinstance(value, Span):
        return span_as_json(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (tuple, list)):
        return [as_json(item, quantity) for item in value]
    if is_dataclass(value):
        names = (field.name for field in fields(value))
        return {name: as_json(getattr(value, name), quantity) for name in names}
    return value


def picked(
    value: object, *names: str, quantity: Callable[[Quantity], Json] = quantity_as_json
) -> Json:
    """Some attributes of a value, by their names."""
    return {name: as_json(getattr(value, name), quantity) for name in names}


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
