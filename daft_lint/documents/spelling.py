"""Misspelt words, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is spelled most like the word, whatever its case."""
    from difflib import get_close_matches

    by_lower = {candidate.lower(): candidate for candidate in candidates}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[close[0]] if close else None


def advice(word: str, valid: Iterable[str], *, otherwise: str | None = None) -> str:
    """The nearest valid word as advice; `otherwise` when none is near.

    Without `otherwise`, all valid words are listed.
    """
    known = sorted(valid)
    if close := nearest(word, known):
        return f"did you mean `{close}`?"
    return otherwise or f"use one of {', '.join(known)}"
