"""From paths on the command line to the files to lint."""

from __future__ import annotations

import math
import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from pathlib import Path

from daft_lint.documents.document import shown_path
from daft_lint.documents.file_selection import (
    REPOSITORY,
    SETTINGS_FILES,
    Choice,
    FilePatterns,
    Nested,
    chosen,
)
from daft_lint.documents.file_status import is_folder
from daft_lint.documents.gitignore import Rules, is_out, is_within, joined, read_gitignore
from daft_lint.records import dataclass

SKIPPED_FOLDERS = frozenset(
    {
        ".bzr",
        ".direnv",
        ".eggs",
        ".git",
        ".git-rewrite",
        ".hg",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pants.d",
        ".pyenv",
        ".pytest_cache",
        ".pytype",
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
"""Folders that hold no code of the project's own, whatever its .gitignore says."""

PYTHON_FILES = ("*.py", "*.ipynb")
"""The patterns of Python files: modules, scripts and notebooks."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A path that can't be looked at, and why in one line."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files to lint, as absolute paths, sorted and each once, and the paths that failed."""

    files: tuple[Path, ...]
    problems: tuple[Problem, ...]


def find_files(
    paths: Iterable[Path],
    *,
    include: Sequence[str] = PYTHON_FILES,
    exclude: Sequence[str] = (),
    root: Path | None = None,
    force_exclude: bool = False,
    nested: Nested | None = None,
    without_repositories: bool = False,
    most: float = math.inf,
) -> Discovery:
    """Find the files to read below some paths: those that `include` fits.

    `include` and `exclude` hold gitignore patterns below `root` (the current folder when None);
    `!venv/` in the second one takes back a folder that is skipped by default. A named file or
    folder is taken whatever its name, unless `force_exclude` treats it as if a walk from `root` had
    found it. Symbolic links to folders aren't followed, so a loop of them ends. In a folder that
    `nested` knows, its own patterns decide. The order of `paths` doesn't matter. Repositories
    below a path are left out if asked for `without_repositories`. A walk looks at near folders
    first, and ends at `most` files.
    """
    top = os.path.realpath(root or Path.cwd())
    search = _Search(
        exclude, top, include, nested, without_repositories=without_repositories, most=most
    )
    for path in paths:
        search.look_at(_absolute(path), str(path), force_exclude=force_exclude)
    # The order of Path, without making one for each comparison.
    by_parts = sorted(search.files.values(), key=lambda path: path.replace(os.sep, "\0"))
    problems = sorted(search.problems, key=lambda problem: (problem.path, problem.message))
    return Discovery(tuple(map(Path, by_parts)), tuple(dict.fromkeys(problems)))


def is_excluded(
    path: Path,
    *,
    exclude: Sequence[str] = (),
    root: Path | None = None,
    nested: Nested | None = None,
) -> bool:
    """Whether a walk from the root leaves out a folder, or a file that need not be there.

    `exclude`, `root` and `nested` are as in `find_files`.
    """
    search = _Search(exclude, os.path.realpath(root or Path.cwd()), nested=nested)
    real = os.path.realpath(path)
    return search.choice_for(real, is_folder=is_folder(Path(real))) is None


def would_find(
    file: Path,
    *,
    include: Sequence[str],
    exclude: Sequence[str] = (),
    root: Path | None = None,
    nested: Nested | None = None,
) -> bool:
    """Whether a walk from the root finds a file; the patterns are as in `find_files`."""
    top, real = os.path.realpath(root or Path.cwd()), os.path.realpath(file)
    if not is_within(real, top):
        return False
    choice = _Search(exclude, top, include, nested).choice_for(real, is_folder=False)
    name = real.rpartition(os.sep)[2]
    return choice is not None and choice.may_include(name) and choice.includes(real)


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder as it was reached and as it really is, and what counts from the folders above it."""

    path: str
    real: str
    ignored: Rules
    choice: Choice


class _Search:
    def __init__(
        self,
        exclude: Sequence[str],
        root: str,
        include: Sequence[str] = PYTHON_FILES,
        nested: Nested | None = None,
        *,
        without_repositories: bool = False,
        most: float = math.inf,
    ) -> None:
        self._most = most
        self._without_repositories = without_repositories
        self.files: dict[str, str] = {}
        self.problems: list[Problem] = []
        self._root = root
        self._chosen = chosen(FilePatterns(tuple(include), tuple(exclude)), root)
        self._nested = nested
        self._gitignore = lru_cache(maxsize=None)(self._ignored_by)

    def look_at(self, path: str, named: str, *, force_exclude: bool) -> None:
        """Keep a named file, or the Python files below a folder."""
        try:
            mode = Path(path).stat().st_mode
        except FileNotFoundError:
            self.problems.append(Problem(named, "no such file or folder"))
            return
        except OSError as error:
            self.problems.append(Problem(named, f"can't be read: {error.strerror}"))
            return
        is_folder = stat.S_ISDIR(mode)
        if not (is_folder or stat.S_ISREG(mode)):
            # Files are read more than once, and a pipe holds its text only the first time.
            message = "isn't a regular file; pass its text as standard input, with - as the path"
            self.problems.append(Problem(named, message))
            return
        real = os.path.realpath(path)
        if force_exclude and self.choice_for(real, is_folder=is_folder) is None:
            return
        if is_folder:
            self._walk(self._entered(path, real))
        else:
            self._keep(path, real)

    def _keep(self, path: str, real: str) -> None:
        """Keep a file, under its real path if it was reached by it, else under the shortest."""
        known = self.files.get(real, path)
        self.files[real] = min(
            known, path, key=lambda candidate: (candidate != real, len(candidate), candidate)
        )

    def _walk(self, start: _Folder) -> None:
        waiting = deque([start])
        while waiting and len(self.files) < self._most:
            folder = waiting.popleft()
            try:
                with os.scandir(folder.path) as entries:
                    children = sorted(entries, key=attrgetter("name"))
            except OSError as error:
                problem = Problem(shown_path(Path(folder.path)), f"can't be read: {error.strerror}")
                self.problems.append(problem)
                continue
            names = {child.name for child in children}
            if self._without_repositories and folder is not start and REPOSITORY in names:
                continue
            inside = self._inside(folder, names)
            waiting += self._look_into(inside, children)

    def _look_into(self, folder: _Folder, children: list[os.DirEntry[str]]) -> Iterator[_Folder]:
        """Keep the files of one folder and give the folders to go on with."""
        choice = folder.choice
        for child in children:
            if len(self.files) >= self._most:
                return
            is_folder = child.is_dir(follow_symlinks=False)
            if not is_folder and not choice.may_include(child.name):
                continue
            own = joined(folder.real, child.name)
            if not is_folder and not choice.includes(own):
                continue
            if _leaves_out(folder, own, is_folder=is_folder):
                continue
            if is_folder:
                yield _Folder(child.path, own, folder.ignored, choice)
            elif _is_file(child):
                self._keep(child.path, os.path.realpath(own) if child.is_symlink() else own)

    def _inside(self, folder: _Folder, names: set[str]) -> _Folder:
        """A folder with these names in it, and what counts for them."""
        ignored = () if ".git" in names else folder.ignored
        if ".gitignore" in names:
            ignored = (*ignored, *self._gitignore(folder.real))
        choice = folder.choice
        if not names.isdisjoint(SETTINGS_FILES):
            choice = self._own(folder.real, choice)
        return _Folder(folder.path, folder.real, ignored, choice)

    def _ignored_by(self, folder: str) -> Rules:
        """What the .gitignore of a folder ignores."""
        try:
            return read_gitignore(folder)
        except OSError as error:
            named = shown_path(Path(folder, ".gitignore"))
            self.problems.append(Problem(named, f"can't be read: {error.strerror}"))
            return ()

    def _own(self, folder: str, outer: Choice) -> Choice:
        """What a folder with settings in it chooses; what is chosen above it if it says nothing."""
        nested = self._nested if folder != self._root else None
        patterns = nested.own(folder) if nested is not None else None
        if nested is None or patterns is None:
            return outer
        return chosen(patterns, folder, nested.everywhere, self._root)

    def _entered(self, path: str, real: str) -> _Folder:
        """A folder to start from, with what counts from the folders above it."""
        above = [rules for parent in self._above(real) for rules in self._gitignore(parent)]
        return _Folder(path, real, tuple(above), self._choice_above(real))

    def _choice_above(self, real: str) -> Choice:
        """What the folders between the root and one choose."""
        choice, folder = self._chosen, self._root
        if self._nested is not None and is_within(real, self._root):
            for part in Path(real).relative_to(self._root).parts:
                if not _present(folder).isdisjoint(SETTINGS_FILES):
                    choice = self._own(folder, choice)
                folder = joined(folder, part)
        return choice

    def _above(self, real: str) -> list[str]:
        """The folders above one, the outermost first, up to the top of its repository.

        Without a repository they reach up to the root.
        """
        above: list[str] = []
        for folder in (real, *map(str, Path(real).parents)):
            if folder != real:
                above.insert(0, folder)
            if os.path.lexists(joined(folder, ".git")):
                return above
        return [folder for folder in above if is_within(folder, self._root)]

    def choice_for(self, real: str, *, is_folder: bool) -> Choice | None:
        """The choice for a path; None when a walk from the root would not get to it."""
        if not is_within(real, self._root):
            return self._chosen
        folder = self._entered(self._root, self._root)
        for part in Path(real).relative_to(self._root).parts:
            inside = self._inside(folder, _present(folder.real))
            own = joined(folder.real, part)
            if _leaves_out(inside, own, is_folder=is_folder or own != real):
                return None
            folder = _Folder(own, own, inside.ignored, inside.choice)
        return folder.choice


def _leaves_out(folder: _Folder, real: str, *, is_folder: bool) -> bool:
    """Whether something in a folder is left out."""
    verdict = folder.choice.leaves_out(real, is_folder=is_folder)
    if verdict is None:
        verdict = is_folder and real.rpartition(os.sep)[2] in SKIPPED_FOLDERS
    return verdict or is_out(folder.ignored, real, is_folder=is_folder)


def _present(folder: str) -> set[str]:
    """The names in a folder that rules depend on."""
    names = (".git", ".gitignore", *SETTINGS_FILES)
    return {name for name in names if os.path.lexists(joined(folder, name))}


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is a file or leads to one; a link to itself leads nowhere."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _absolute(path: Path) -> str:
    """The absolute path without `..`, unless that would lead elsewhere across a link."""
    short = os.path.normpath(path.absolute())
    real = os.path.realpath(path)
    return short if os.path.realpath(short) == real else real
