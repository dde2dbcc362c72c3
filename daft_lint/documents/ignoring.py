"""Gitignore patterns: those of .gitignore files, and those a project excludes by."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class Patterns:
    """Gitignore patterns, and the folder (a real path) that they are about."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether a real path is out; None when no pattern speaks of it."""
        below = _below(path, self.folder)
        if below is None:
            return None
        return self.spec.check_file(f"{below}/" if is_folder else below).include

    def inside(self, folder: str) -> Patterns:
        """The patterns that still count inside a folder that somebody asked for by name.

        Where they put that very folder out, those that do so are dropped.
        """
        if not self.verdict(folder, is_folder=True):
            return self
        below = f"{_below(folder, self.folder)}/"
        left = [
            pattern
            for pattern in self.spec.patterns
            if not pattern.include or pattern.match_file(below) is None
        ]
        return Patterns(self.folder, type(self.spec)(left))


Rules = tuple[Patterns, ...]


def is_out(rules: Rules, path: str, *, is_folder: bool) -> bool:
    """Whether .gitignore files, the outermost first, put a path out. The last to speak decides."""
    for patterns in reversed(rules):
        verdict = patterns.verdict(path, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def read_gitignore(folder: str) -> Rules:
    """The patterns of a folder's .gitignore; none when it has no readable one."""
    try:
        text = Path(folder, ".gitignore").read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return ()
    return (compiled(text.split("\n"), folder),)


def compiled(lines: Iterable[str], folder: str) -> Patterns:
    """Patterns about a folder. As in git, a line that is no pattern counts for nothing."""
    from pathspec import GitIgnoreSpec

    return Patterns(folder, GitIgnoreSpec.from_lines(_readable(lines)))


def _readable(lines: Iterable[str]) -> Iterator[str]:
    from pathspec import GitIgnoreSpec

    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        yield line


def joined(folder: str, name: str) -> str:
    """The path of a name inside a folder. Strings, because a walk makes very many of them."""
    return folder.rstrip(os.sep) + os.sep + name


def is_within(path: str, folder: str) -> bool:
    """Whether a path is a folder or below it; both normalised in the same way."""
    return path == folder or path.startswith(joined(folder, ""))


def _below(path: str, folder: str) -> str | None:
    """A path relative to a folder above it, with `/`; None when it isn't below."""
    start = joined(folder, "")
    return path[len(start) :].replace(os.sep, "/") if path.startswith(start) else None
