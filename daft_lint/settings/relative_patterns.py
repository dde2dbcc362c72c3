"""Path patterns about one folder as patterns about another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from daft_lint.documents.gitignore import fits_pattern
from daft_lint.settings.paths import normal_path

_Parts = tuple[str, ...]
_ANY = "**"


def moved(pattern: str, home: Path, root: Path) -> tuple[str, ...]:
    """The patterns about `root` that fit what a pattern about `home` fits there; maybe none.

    One without a slash means names, wherever they are.
    """
    home, root = normal_path(home), normal_path(root)
    sign, body = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    path, slash = body.removesuffix("/"), "/" if body.endswith("/") else ""
    if home == root or "/" not in path:
        return (pattern,)
    parts = tuple(path.removeprefix("/").split("/"))
    if home.is_relative_to(root):
        around = re.sub(r"([\\*?\[\]])", r"\\\1", home.relative_to(root).as_posix())
        return (f"{sign}/{around}/{'/'.join(parts)}{slash}",)
    if not root.is_relative_to(home):
        return ()
    ways = {parts}
    for name in root.relative_to(home).parts:
        ways = {rest for way in ways for rest in _behind(way, name)}
    return tuple(sorted(f"{sign}/{'/'.join(way) + slash if way else _ANY}" for way in ways))


def _behind(way: _Parts, name: str) -> Iterator[_Parts]:
    """What is left of a pattern behind a folder of that name; nothing, where it fits all of it."""
    if not way:
        yield ()
    elif way[0] == _ANY:
        yield way
        if len(way) > 1:
            yield from _behind(way[1:], name)
    elif fits_pattern(f"/{way[0]}", name):
        yield way[1:]
