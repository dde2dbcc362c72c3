"""From paths on the command line to the files to lint."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# Folders that hold no code of the project's own, whatever its .gitignore says.
_SKIPPED_FOLDERS = frozenset(
    {
        ".bzr",
        ".eggs",
        ".git",
        ".hg",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pants.d",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "__pypackages__",
        "node_modules",
        "site-packages",
        "venv",
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A path that can't be looked at, and why in one line."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files to lint, sorted and each once, and the paths that failed."""

    files: tuple[Path, ...]
    problems: tuple[Problem, ...]


def find_files(
    paths: Iterable[Path],
    *,
    exclude: Sequence[str] = (),
    root: Path | None = None,
    force_exclude: bool = False,
) -> Discovery:
    """Find the Python files below some paths.

    `exclude` holds gitignore patterns below `root` (the current folder when None). A file that is
    named itself is linted whatever its name, unless `force_exclude` makes `exclude` hold for it
    too. Symbolic links to folders aren't followed, so a loop of them ends.
    """
    search = _Search(exclude, root or Path.cwd())
    for path in paths:
        if path.is_dir():
            if not (force_exclude and search.excludes(path, is_folder=True)):
                search.walk(path, _ignored_above(path))
        elif path.exists():
            if not (force_exclude and search.excludes(path, is_folder=False)):
                search.found(path)
        else:
            search.problems.append(Problem(str(path), "no such file or folder"))
    return Discovery(tuple(sorted(search.files.values())), tuple(search.problems))


class _Search:
    def __init__(self, exclude: Sequence[str], root: Path) -> None:
        self.files: dict[str, Path] = {}
        self.problems: list[Problem] = []
        self._root = root.resolve()
        self._excluded = _spec(exclude) if exclude else None

    def found(self, path: Path) -> None:
        """Keep a file, under the shortest of the paths it was reached by."""
        real = os.path.realpath(path)
        known = self.files.get(real)
        if known is None or (len(str(path)), str(path)) < (len(str(known)), str(known)):
            self.files[real] = path

    def excludes(self, path: Path, *, is_folder: bool) -> bool:
        """Whether the `exclude` patterns name this path or a folder above it."""
        if self._excluded is None:
            return False
        try:
            below = Path.cwd().joinpath(path).resolve().relative_to(self._root).as_posix()
        except ValueError:
            return False
        return self._excluded.match_file(f"{below}/" if is_folder else below)

    def walk(self, folder: Path, ignored: tuple[_Ignored, ...]) -> None:
        """Keep the Python files below a folder."""
        waiting = [(folder, ignored)]
        while waiting:
            current, rules = waiting.pop()
            try:
                with os.scandir(current) as entries:
                    children = list(entries)
            except OSError as error:
                self.problems.append(Problem(str(current), f"can't be read: {error.strerror}"))
                continue
            if any(child.name == ".gitignore" for child in children):
                rules = (*rules, *_read_gitignore(current))
            waiting += [(child, rules) for child in self._look_at(current, children, rules)]

    def _look_at(
        self, folder: Path, children: list[os.DirEntry[str]], rules: tuple[_Ignored, ...]
    ) -> Iterator[Path]:
        """Keep the files of one folder and give the folders to go on with."""
        for child in children:
            is_folder = child.is_dir(follow_symlinks=False)
            if is_folder:
                if child.name in _SKIPPED_FOLDERS:
                    continue
            elif not child.name.endswith(".py") or not child.is_file():
                continue
            path = folder / child.name
            if self.excludes(path, is_folder=is_folder) or _is_ignored(path, rules, is_folder):
                continue
            if is_folder:
                yield path
            else:
                self.found(path)


@dataclass(frozen=True, slots=True)
class _Ignored:
    """The patterns of one .gitignore, and the folder they are about."""

    folder: Path
    spec: GitIgnoreSpec


def _is_ignored(path: Path, rules: tuple[_Ignored, ...], is_folder: bool) -> bool:
    """The last .gitignore that speaks of a path decides, as in git."""
    for rule in reversed(rules):
        below = os.path.relpath(path, rule.folder).replace(os.sep, "/")
        verdict = rule.spec.check_file(f"{below}/" if is_folder else below).include
        if verdict is not None:
            return verdict
    return False


def _ignored_above(folder: Path) -> tuple[_Ignored, ...]:
    """The .gitignore files from the top of the repository down to the folder above this one."""
    rules: list[_Ignored] = []
    resolved = folder.resolve()
    for current in (resolved, *resolved.parents):
        if current != resolved:
            rules = [*_read_gitignore(current), *rules]
        if (current / ".git").exists():
            return tuple(rules)
    return ()


def _read_gitignore(folder: Path) -> list[_Ignored]:
    try:
        lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return [_Ignored(folder, _spec(lines))]


def _spec(patterns: Iterable[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)
