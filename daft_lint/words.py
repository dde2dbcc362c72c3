"""Words and numbers for sentences, written alike wherever people read them."""

from __future__ import annotations

from collections.abc import Sequence

_SIZES = ("B", "kB", "MB", "GB", "TB")
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def listed(words: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`; there is one word at least."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def percent(low: float, high: float | None = None) -> str:
    """`42%` for a share from 0 to 1, `25% to 100%` for one between two."""
    first, last = f"{low:.0%}", f"{low if high is None else high:.0%}"
    return first if first == last else f"{first} to {last}"


def duration(seconds: float) -> str:
    """To the figures that matter: `23 ms`, `0.43 s`, `41 s`, `2 min 5 s`, `5 h 26 min`, `12 d`."""
    if 0 < seconds < 0.1:
        return f"{1000 * seconds:.3g} ms"
    if seconds < 99.5:
        return f"{seconds:.2g} s"
    if round(seconds) < _HOUR:
        return _two(round(seconds), _MINUTE, "min", 1, "s")
    if seconds < 2 * _DAY:
        return _two(round(seconds / _MINUTE) * _MINUTE, _HOUR, "h", _MINUTE, "min")
    return _two(round(seconds / _HOUR) * _HOUR, _DAY, "d", _HOUR, "h")


def size(bytes_: float) -> str:
    """Three figures and a unit: `150 kB`, `3.76 GB`."""
    unit = 0
    while bytes_ >= 1000 and unit < len(_SIZES) - 1:
        bytes_ /= 1000
        unit += 1
    return f"{bytes_:,.3g} {_SIZES[unit]}"


def _two(seconds: int, large: int, large_unit: str, small: int, small_unit: str) -> str:
    many, rest = divmod(seconds, large)
    head = f"{many:,} {large_unit}"
    return f"{head} {rest // small} {small_unit}" if rest >= small else head
