"""Signatures of files and folders: whether anything changed, without reading a file.

A file counts by its size, inode and times, to the nanosecond. This module is imported at each
start, so it imports next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from daft_lint.caching.digest import blake2b
from daft_lint.documents.requirement_files import is_version_file

# Folders that no run looks into, and that other programs make and change all the time.
_UNSEEN = frozenset(
    {
        "__pycache__",
        ".daft-lint_cache",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
    }
)
_NAMES = frozenset({".gitignore", "daft-lint-facts.toml", "daft-lint.toml", "pyproject.toml"})
_NO_MODULES = frozenset({"node_modules", "venv"})
_GONE = "-"


def signature(
    folders: Iterable[str], files: Iterable[str], suffixes: tuple[str, ...]
) -> tuple[str, int]:
    """A digest of what is in folders, and of files that need not be there; and the newest time.

    Of what is in a folder count the folders, by name, the files with one of the suffixes, and those
    that settings are read from. The time is in nanoseconds since 1970: the last change of any of
    them, or of what folders hold.

    Raises:
        OSError: when a folder can't be looked into.
    """
    made = blake2b(digest_size=16)
    looked_into = list(folders)
    inside = frozenset(looked_into)
    newest = 0
    for folder in looked_into:
        lines, time = _lines(folder, inside, suffixes)
        newest = max(newest, time)
        _add(made, folder)
        for line in sorted(lines):
            _add(made, line)
    for file in files:
        try:
            line, time = _line(file, os.stat(file))  # noqa: PTH116
        except (OSError, ValueError):
            line, time = f"{file}\0{_GONE}", 0
        newest = max(newest, time)
        _add(made, line)
    return made.hexdigest(), newest


def _lines(
    folder: str, inside: Collection[str], suffixes: tuple[str, ...]
) -> tuple[list[str], int]:
    lines = []
    newest = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if name in _UNSEEN:
                    continue
                line, time = f"{name}/", 0
                if entry.path not in inside and name.isidentifier() and name not in _NO_MODULES:
                    # Nobody lints what is in there, but an import may lead to it.
                    line = f"{name}/\0{entry.stat(follow_symlinks=False).st_mtime_ns}"
            elif name.endswith(suffixes) or name in _NAMES or is_version_file(name):
                try:
                    line, time = _line(name, entry.stat())
                except OSError:
                    line, time = f"{name}\0{_GONE}", 0
            else:
                continue
            lines.append(line)
            newest = max(newest, time)
    return lines, newest


def _line(name: str, seen: os.stat_result) -> tuple[str, int]:
    times = (seen.st_mtime_ns, seen.st_ctime_ns)
    known = (seen.st_size, seen.st_ino, seen.st_dev, seen.st_mode, *times)
    return f"{name}\0{known}", max(times)


def newest_folder(folders: Iterable[str]) -> int:
    """When any of the folders was last changed or moved, in nanoseconds since 1970."""
    seen = [os.stat(folder) for folder in folders]  # noqa: PTH116
    return max((max(stat.st_mtime_ns, stat.st_ctime_ns) for stat in seen), default=0)


def _add(made: blake2b, text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    made.update(b"%d:" % len(data))
    made.update(data)
