"""Comments that are meant for daft-lint but can't be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from daft_lint.plan.span import Span


@dataclass(frozen=True, slots=True)
class InvalidPragma:
    """A pragma that can't be read, and why, in one line that tells what to write instead."""

    span: Span
    message: str


def nearest(word: str, valid: Iterable[str]) -> str:
    """The nearest valid word as advice, or all of them when none is near."""
    from difflib import get_close_matches

    words = sorted(valid)
    close = get_close_matches(word, words, n=1)
    return f"did you mean `{close[0]}`?" if close else f"use one of {', '.join(words)}"
