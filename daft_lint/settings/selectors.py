"""Selectors of rules: a code, the beginning of one, a rule's name, or `ALL`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from daft_lint.documents.spelling import nearest

ALL = "ALL"
"""What fits every rule, as in ruff."""

_CODE = r"([A-Z]+)([0-9]*)"


@lru_cache(maxsize=1_000)
def specificity(selectors: tuple[str, ...], code: str, name: str) -> int:
    """The length of the longest selector that fits the rule, 0 if none does.

    A name counts as long as the code it stands for.
    """
    return max((_length(selector, code, name) for selector in selectors), default=0)


def is_known(selector: str, known_rules: Mapping[str, str]) -> bool:
    """Whether a selector can fit a rule."""
    if selector == ALL:
        return True
    begins_a_code = any(selector in _prefixes(code) for code in known_rules)
    return begins_a_code or selector in known_rules.values()


def nearest_selector(selector: str, known_rules: Mapping[str, str]) -> str | None:
    """The known selector that is spelled most like this one, None if none is close.

    One as long as this is likelier meant: `DFT102` for `DFT103`, rather than `DFT1`. What fits some
    rules of a group by accident, as `DFT21` does, isn't meant.
    """
    groups = {prefix for code in known_rules for prefix in _prefixes(code)[:2]}
    codes = sorted(groups.union(known_rules))
    as_long = [code for code in codes if len(code) == len(selector)]
    said = tuple(
        group for group in groups if group[-1].isdigit() and selector.upper().startswith(group)
    )
    beside = [code for code in as_long if code.startswith(said)]
    return (
        nearest(selector, beside)
        or nearest(selector, as_long)
        or nearest(selector, [*codes, *known_rules.values()])
    )


def as_code(selector: str, known_rules: Mapping[str, str]) -> str:
    """The selector with a rule's name replaced by its code."""
    return next((code for code, name in known_rules.items() if name == selector), selector)


def without_covered(
    selectors: Iterable[str], covering: Iterable[str], known_rules: Mapping[str, str]
) -> tuple[str, ...]:
    """The selectors less those that fit no rule which a covering selector doesn't fit too."""
    broad = tuple(as_code(selector, known_rules) for selector in covering)
    if ALL in broad:
        return ()
    return tuple(s for s in selectors if not as_code(s, known_rules).startswith(broad))


def _length(selector: str, code: str, name: str) -> int:
    if selector == name:
        return len(code)
    if selector == ALL:
        return 1
    return len(selector) if code.startswith(selector) else 0


def _prefixes(code: str) -> list[str]:
    """`DFT`, `DFT1`, `DFT10` and `DFT101` for `DFT101`; the letters are never cut."""
    parts = re.fullmatch(_CODE, code)
    if not parts:
        return [code]
    letters, digits = parts.groups()
    return [letters + digits[:length] for length in range(len(digits) + 1)]
