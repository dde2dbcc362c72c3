"""Misspelt words, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that looks most like the word: `DFT1O1` is `DFT101`."""
    from difflib import get_close_matches

    by_look = {_look(candidate): candidate for candidate in candidates}
    close = get_close_matches(_look(word), by_look, n=1)
    return by_look[close[0]] if close else None


def _look(word: str) -> str:
    """A word without what the eye mixes up: case, and letters that look like digits."""
    return word.lower().translate(str.maketrans("oil", "011"))


def advice(word: str, valid: Iterable[str], *, otherwise: str | None = None) -> str:
    """The nearest valid word as advice; `otherwise` when none is near.

    Without `otherwise`, all valid words are listed.
    """
    known = sorted(valid)
    if close := nearest(word, known):
        return f"did you mean `{close}`?"
    return otherwise or f"use one of {', '.join(known)}"
