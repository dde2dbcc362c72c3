"""Misspelt words whose right spelling is certain."""

from __future__ import annotations

import re
from collections.abc import Iterable

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.plan.span import Span

_SHORTEST = 3
"""Letters below which one letter more or less makes another word."""


def surely_meant(word: str, valid: Iterable[str]) -> str | None:
    """The only valid word that differs in case, in `-` and `_`, or in one letter; None without one.

    Codes such as `DFT101` differ from one another in a digit, so it is unclear which is meant.
    """
    known = sorted(set(valid))
    same = [candidate for candidate in known if _bare(candidate) == _bare(word)]
    if same:
        return same[0] if len(same) == 1 else None
    if len(word) < _SHORTEST or any(char.isdigit() for char in word):
        return None
    close = [
        candidate
        for candidate in known
        if candidate.isascii() and _is_one_off(_bare(word), _bare(candidate))
    ]
    return close[0] if len(close) == 1 else None


def respelt(document: Document, span: Span, wrong: str, right: str) -> Edit | None:
    """The edit that puts a word right in a part of a line; None unless it stands there once."""
    text = document.lines[span.line - 1][span.column - 1 : span.end_column - 1]
    found = list(re.finditer(rf"(?<![\w-]){re.escape(wrong)}(?![\w-])", text))
    if len(found) != 1:
        return None
    first, last = (span.column + at for at in found[0].span())
    return Edit(Span(span.path, span.line, first, span.line, last), right)


def _bare(word: str) -> str:
    return word.lower().replace("_", "-")


def _is_one_off(word: str, other: str) -> bool:
    """Whether one letter is missing, too many or wrong, or two neighbours have changed places."""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    same = next(
        (at for at, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]),
        min(len(word), len(other)),
    )
    mine, theirs = word[same:], other[same:]
    return (
        mine[1:] == theirs
        or mine == theirs[1:]
        or mine[1:] == theirs[1:]
        or (mine[:2] == theirs[:2][::-1] and mine[2:] == theirs[2:])
    )
