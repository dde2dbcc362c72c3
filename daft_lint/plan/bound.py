"""What code has more of than is followed."""

from __future__ import annotations

from daft_lint.plan.span import Span
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Bound:
    """Where code reaches a bound of the analysis: there may be more to find behind it.

    `more_than` is what there is more of, in words: `300 actions`.
    """

    span: Span
    more_than: str
