"""The files of a folder that its settings, and those of folders above, choose; files with names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from daft_lint.documents.gitignore import Patterns, compiled
from daft_lint.records import dataclass

LOCK_FILES = ("uv.lock", "poetry.lock")
"""The newest lock files first: a project that has moved from one to the other may have both."""


def is_requirements(name: str) -> bool:
    """Whether a file of that name holds requirements for pip."""
    return name.startswith("requirements") and name.endswith(".txt")


OWN_FILE = "daft-lint.toml"
PROJECT_FILE = "pyproject.toml"
SETTINGS_FILES = (OWN_FILE, PROJECT_FILE)
"""The names of files that may hold settings for the folder they are in; the first that does counts.
"""

REPOSITORY = ".git"
"""What a Git repository has in its folder."""

FACTS_FILE = "daft-lint-facts.toml"
"""The name of the file that keeps what was measured for a project, in its root."""

# `*.py` needs no regular expression.
_SUFFIX = re.compile(r"\*(?P<suffix>\.\w+)")


@dataclass(frozen=True, slots=True)
class FilePatterns:
    """Gitignore patterns of the files to look for, and of those to leave out."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


_NO_PATTERNS = FilePatterns()


@dataclass(frozen=True, slots=True)
class Nested:
    """The settings of folders below a root for the files in them.

    `own` is asked for folders that hold one of the `SETTINGS_FILES`; it gives None where that says
    nothing.
    `everywhere` holds what counts in all folders besides, and wins; its patterns stay about the
    root.
    """

    own: Callable[[str], FilePatterns | None]
    everywhere: FilePatterns = _NO_PATTERNS


@dataclass(frozen=True, slots=True)
class Choice:
    """The files that are wanted below a folder (a real path): patterns, the last to speak decides.

    With `included` None, the `suffixes` tell all.
    """

    folder: str
    suffixes: tuple[str, ...]
    included: tuple[Patterns, ...] | None
    excluded: tuple[Patterns, ...]

    def may_include(self, name: str) -> bool:
        """Whether a file of that name may be wanted: a quick test, for very many files."""
        return self.included is not None or name.endswith(self.suffixes)

    def includes(self, real: str) -> bool:
        """Whether a file that may be included is."""
        return self.included is None or _verdict(self.included, real, is_folder=False) is True

    def leaves_out(self, real: str, *, is_folder: bool) -> bool | None:
        """Whether a path is left out; None when no pattern fits."""
        return _verdict(self.excluded, real, is_folder=is_folder)


def chosen(
    patterns: FilePatterns, folder: str, everywhere: FilePatterns = _NO_PATTERNS, root: str = ""
) -> Choice:
    """What patterns about a folder choose, with those about the root that count everywhere."""
    included = [(patterns.include, folder), (everywhere.include, root)]
    excluded = [(patterns.exclude, folder), (everywhere.exclude, root)]
    suffixes = [_SUFFIX.fullmatch(line) for lines, _ in included for line in lines]
    return Choice(
        folder,
        tuple(found["suffix"] for found in suffixes if found is not None),
        _compiled(included) if None in suffixes else None,
        _compiled(excluded),
    )


def _compiled(groups: list[tuple[tuple[str, ...], str]]) -> tuple[Patterns, ...]:
    return tuple(compiled(lines, folder) for lines, folder in groups if lines)


def _verdict(rules: Sequence[Patterns], real: str, *, is_folder: bool) -> bool | None:
    for patterns in reversed(rules):
        verdict = patterns.verdict(real, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return None
