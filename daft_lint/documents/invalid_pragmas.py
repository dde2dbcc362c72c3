"""Comments that are meant for daft-lint but can't be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from daft_lint.plan.span import Span


@dataclass(frozen=True, slots=True)
class InvalidPragma:
    """A pragma that can't be read, and why, in one line that says what to write instead.

    `correction` is the wrong text and what was certainly meant, None where that isn't certain.
    """

    span: Span
    message: str
    correction: tuple[str, str] | None = None


def nearest(word: str, valid: Iterable[str], *, otherwise: str | None = None) -> str:
    """The nearest valid word as advice, whatever its case; `otherwise` when none is near.

    Without `otherwise`, all valid words are listed.
    """
    from difflib import get_close_matches

    by_lower = {selector.lower(): selector for selector in sorted(valid)}
    close = get_close_matches(word.lower(), by_lower, n=1)
    if close:
        return f"did you mean `{by_lower[close[0]]}`?"
    return otherwise or f"use one of {', '.join(by_lower.values())}"
