"""Whether the pattern of a `case` fits a value."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from daft_lint.reading.comparing import any_holds, equal
from daft_lint.reading.numbers import is_uncertain
from daft_lint.reading.values import Flag, Nothing, Number, Signed, Text, Value

Evaluate = Callable[[cst.BaseExpression], Value]


def fits(pattern: cst.MatchPattern, subject: Value, evaluate: Evaluate) -> bool | None:
    """Whether a value fits a pattern; None when that can't be told."""
    if isinstance(pattern, cst.MatchAs):
        return pattern.pattern is None or fits(pattern.pattern, subject, evaluate)
    if isinstance(pattern, cst.MatchOr):
        return any_holds(fits(one.pattern, subject, evaluate) for one in pattern.patterns)
    if isinstance(pattern, cst.MatchValue):
        return equal(subject, evaluate(pattern.value))
    if isinstance(pattern, cst.MatchSingleton):
        if isinstance(subject, Flag | Nothing):
            return subject == evaluate(pattern.value)
        is_sure = isinstance(subject, Number) and not is_uncertain(subject.quantity)
        return False if is_sure or isinstance(subject, Text | Signed) else None
    return None
