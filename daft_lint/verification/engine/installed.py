"""The installed Daft and Ray: there or not, and new enough."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

LEAST = {"daft": "0.6.4", "ray": "2.40.0"}
"""The first versions that the recorder knows."""


def lacking(needed: Iterable[str]) -> str:
    """Which needed package is missing, too old or broken, in one line; empty when none is."""
    for name in needed:
        least = LEAST[name]
        try:
            found = version(name)
        except PackageNotFoundError:
            return f"{name.title()} isn't installed"
        if _numbers(found) < _numbers(least):
            return f"{name.title()} {found} is too old: {least} or later is needed"
    try:
        for name in needed:
            import_module(name)
    except ImportError as error:
        return " ".join(str(error).split())
    return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
