"""Gitignore patterns: those of .gitignore files, and those a project excludes by.

Each path is judged by itself, on the way down from the top: paths in an excluded folder are never
asked about. That is how git judges, and it makes `*`, `!*/`, `!*.py` mean what git says.
"""

from __future__ import annotations

import errno
import os
import re
from functools import lru_cache
from pathlib import Path

from daft_lint.documents.file_status import read_whole
from daft_lint.documents.layout import LINE_END
from daft_lint.documents.wildcards import gitignore_regex, without_trailing_blanks
from daft_lint.records import dataclass

# 10,000 patterns, which take 2.3 seconds of CPU time (measured, Python 3.11).
_MOST_BYTES = 200_000
_MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class _Line:
    """One pattern, as a regular expression over a path."""

    regex: str
    excludes: bool
    folders_only: bool

    @property
    def begin(self) -> str:
        """What is in front of a path, where a `/` marks a folder."""
        return "/" if self.folders_only else "/?(?!/)"


@dataclass(frozen=True, slots=True)
class Patterns:
    """Gitignore patterns, and the folder (a real path) that they are about."""

    folder: str
    lines: tuple[_Line, ...]
    matching: re.Pattern[str]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether a real path is out; None when no pattern fits. The last one decides."""
        start = joined(self.folder, "")
        if not path.startswith(start):
            return None
        below = path[len(start) :].replace(os.sep, "/")
        found = self.matching.fullmatch(f"/{below}" if is_folder else below)
        return None if found is None else self.lines[int(str(found.lastgroup)[1:])].excludes


Rules = tuple[Patterns, ...]


def is_out(rules: Rules, path: str, *, is_folder: bool) -> bool:
    """Whether .gitignore files, the outermost first, put a path out. The last that fits decides."""
    for patterns in reversed(rules):
        verdict = patterns.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def read_gitignore(folder: str) -> Rules:
    """The patterns of a folder's .gitignore; none when it has no readable one.

    Raises:
        OSError: it is too large, or a pipe or device.
    """
    try:
        data = read_whole(Path(folder, ".gitignore"), _MOST_BYTES)
    except OSError as error:
        if error.errno in {errno.EFBIG, errno.EINVAL}:
            raise
        return ()
    return (compiled(tuple(LINE_END.split(data.decode("utf-8-sig", "replace"))), folder),)


# Settings and folders of a project are asked for the same ones.
@lru_cache(maxsize=64)
def compiled(patterns: tuple[str, ...], folder: str) -> Patterns:
    """Patterns about a folder. As in git, a line that isn't a pattern is ignored."""
    lines = tuple(line for line in map(_line, patterns) if line is not None)
    numbered = reversed(list(enumerate(lines)))
    choices = (f"(?P<l{number}>{line.begin}{line.regex})" for number, line in numbered)
    return Patterns(folder, lines, re.compile("|".join(choices) or r"(?!)"))


def is_pattern(text: str) -> bool:
    """Whether a line of a .gitignore is a pattern that can match anything."""
    return _line(text) is not None


def fits_pattern(text: str, path: str) -> bool:
    """Whether a pattern fits a relative path with `/`, or a folder around it."""
    line = _line(text)
    if line is None:
        return False
    parts = path.split("/")
    return any(
        re.fullmatch(line.regex, "/".join(parts[:depth])) is not None
        for depth in range(1, len(parts) + 1)
        if depth < len(parts) or not line.folders_only
    )


@lru_cache(maxsize=_MOST_KEPT)
def _line(text: str) -> _Line | None:
    if text.startswith("#"):
        return None
    excludes = not text.startswith("!")
    pattern = without_trailing_blanks(text if excludes else text[1:])
    regex = gitignore_regex(pattern.removesuffix("/"))
    return None if regex is None else _Line(regex, excludes, pattern.endswith("/"))


def joined(folder: str, name: str) -> str:
    """The path of a name inside a folder. Strings, because a walk makes very many of them."""
    return folder.rstrip(os.sep) + os.sep + name


def is_within(path: str, folder: str) -> bool:
    """Whether a path is a folder or below it; both normalised in the same way."""
    return path == folder or path.startswith(joined(folder, ""))
