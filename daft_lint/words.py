"""Words in a row, for sentences."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`; there is one word at least."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
