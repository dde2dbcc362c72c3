"""The signature of files on this machine: a digest that changes when they do."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import blake2b

MOST_ENTRIES = 50_000
"""Files and folders that are looked at; where there are more, asking Daft again is as fast."""

_SPECIAL = re.compile(r"[*?\[{]")


def signature(paths: tuple[str, ...]) -> str | None:
    """A digest of all that paths or globs can match: names, sizes and times of change.

    None when something can't be looked at, or there are more than `MOST_ENTRIES`.
    """
    made = blake2b(digest_size=16)
    try:
        for entries, line in enumerate(line for path in paths for line in _lines(path)):
            if entries >= MOST_ENTRIES:
                return None
            data = line.encode("utf-8", "surrogateescape")
            made.update(b"%d:" % len(data))
            made.update(data)
    except (OSError, ValueError):
        return None
    return made.hexdigest()


def _lines(path: str) -> Iterator[str]:
    base, depth = _start(path)
    seen = os.stat(base)  # noqa: PTH116
    yield f"{path}\0{seen.st_mode}"
    if os.path.isdir(base):  # noqa: PTH112
        yield from _below(base, depth)
    else:
        yield _known(seen)


def _start(path: str) -> tuple[str, float]:
    """The folder above all that a glob can match, and how many folders deep that can be."""
    special = _SPECIAL.search(path)
    if special is None:
        return path, float("inf")
    base = path[: path.rindex("/", 0, special.start()) + 1]
    rest = path[len(base) :]
    return base or "/", float("inf") if "**" in rest else rest.rstrip("/").count("/") + 1


def _below(folder: str, depth: float) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_symlink() and entry.is_dir():
            # It may lead to anywhere, or round in circles.
            raise OSError(f"{entry.path} is a link to a folder")
        if entry.is_dir():
            yield f"{entry.path}/"
            if depth > 1:
                yield from _below(entry.path, depth - 1)
        else:
            yield f"{entry.path}\0{_known(entry.stat())}"


def _known(seen: os.stat_result) -> str:
    return f"{seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns} {seen.st_ino}"
