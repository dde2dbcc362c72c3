"""The patterns of `case`, and whether they fit a value."""

from __future__ import annotations

import ast
from collections.abc import Callable

from daft_lint.index.tree import walk
from daft_lint.values.comparison import any_holds, equal
from daft_lint.values.numbers import is_uncertain
from daft_lint.values.values import Flag, Nothing, Number, Signed, Text, Value


def captured(pattern: ast.pattern) -> set[str]:
    """The names that the pattern of a `case` binds."""
    names: set[str] = set()
    for node in walk(pattern):
        if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name is not None:
            names.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest is not None:
            names.add(node.rest)
    return names


def fits(
    pattern: ast.pattern, subject: Value, value_of: Callable[[ast.expr], Value]
) -> bool | None:
    """Whether a value fits a pattern; None when that can't be told."""
    if isinstance(pattern, ast.MatchAs):
        return pattern.pattern is None or fits(pattern.pattern, subject, value_of)
    if isinstance(pattern, ast.MatchOr):
        return any_holds(fits(node, subject, value_of) for node in pattern.patterns)
    if isinstance(pattern, ast.MatchValue):
        return equal(subject, value_of(pattern.value))
    if isinstance(pattern, ast.MatchSingleton):
        if isinstance(subject, Flag):
            return subject.value is pattern.value
        if isinstance(subject, Nothing):
            return pattern.value is None
        is_sure = isinstance(subject, Number) and not is_uncertain(subject.quantity)
        return False if is_sure or isinstance(subject, Text | Signed) else None
    return None
