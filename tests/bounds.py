"""A bound that code reaches, for reports."""

from __future__ import annotations

from daft_lint.plan.bound import Bound
from daft_lint.plan.span import Span


def bound_in(path: str, more_than: str = "300 actions") -> Bound:
    """One on line 7 of a file."""
    return Bound(Span(path, 7, 1, 7, 9), more_than)
