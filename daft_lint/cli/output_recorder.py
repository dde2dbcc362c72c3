"""The recorder of a run's output, for runs with the same command line that find nothing changed."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import daft_lint
from daft_lint.caching.output_cache import REPLAYS, LookedAt, key_of, nearest_cache, written
from daft_lint.caching.records import make_folder, remove_unfinished, write_record
from daft_lint.caching.signatures import newest_folder, signature
from daft_lint.cli.result_cache import cache_folder
from daft_lint.documents.discovery import find_files
from daft_lint.documents.file_selection import OWN_FILE
from daft_lint.settings.projects import PACKAGE_FILES, REPOSITORY

if TYPE_CHECKING:
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.documents.file_selection import FilePatterns, Nested
    from daft_lint.settings import Settings

# A file may change twice within one tick of a clock, so what is younger may have changed since.
_RACY = 2_000_000_000
_ALWAYS = (".py", ".pyi", ".ipynb", ".md")
# Whoever names more files names others the next time.
_MOST_NAMED = 20
# What tells of settings and projects.
_TELLING = (*PACKAGE_FILES, OWN_FILE, ".gitignore", REPOSITORY)
_ENTRY_POINTS = "daft_lint.rules"
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_MOST_KEPT = 50
_NAME = re.compile(r"[0-9a-f]{32}")


@dataclass(slots=True)
class OutputRecorder:
    """What a run looks at, as it was before the run read any of it.

    `arguments` are those of the command line, and `named` the paths in it.
    """

    arguments: list[str]
    named: tuple[Path, ...]
    _looked_at: list[LookedAt] = field(default_factory=list)
    _folder: Path | None = None
    _now: int = 0
    _settings: int = 0

    def look(self, run: LintRun) -> None:
        """Take note of what the run is going to look at, if its output can be kept."""
        if len(self.named) > _MOST_NAMED or run.failures:
            return
        settings = list(
            {
                id(each_settings): each_settings
                for each_settings in map(run.finder.for_path, self.named)
            }.values()
        )
        self._settings = len(settings)
        self._folder = self._place(settings)
        if self._folder is None:
            return
        self._now = _clock(self._folder)
        nested = run.finder.nested(lenient=True)
        folders = dict.fromkeys([*run.folders, *self._of_projects(settings, nested)])
        suffixes = _suffixes([*settings, *run.finder.patterns])
        if suffixes is None or not all(map(_keeps_skipped, run.finder.patterns)):
            self._folder = None
            return
        ours = _own_folders()
        self._note(list(folders), self._files(settings, folders), suffixes)
        self._note(ours, [*sys.path, sys.executable], [".py"])

    def keep(self, run: LintRun, text: str | bytes, exit_code: int) -> None:
        """Keep the output of the run, if it would be the same once more."""
        stdout = sys.stdout
        if self._folder is None or run.failures or run.gone or exit_code not in (0, 1):
            return
        settings = run.finder.loaded
        if len(settings) != self._settings or not all(map(_is_plain, settings)):
            return
        self._note(*self._of_modules(run))
        if self._folder is None:
            return
        try:
            data = text if isinstance(text, bytes) else text.encode(stdout.encoding, "strict")
        except UnicodeError:
            return
        # What can't be kept is made again.
        _remove_old(self._folder)
        name = key_of(self.arguments, os.environ)
        write_record(self._folder / name, written(self._looked_at, data, exit_code))

    def _place(self, settings: Iterable[Settings]) -> Path | None:
        """Where replays go: into the cache that a start in this folder looks at, if it is ours."""
        if any("cache-dir" in argument for argument in self.arguments):
            return None
        named = os.environ.get("DAFT_LINT_CACHE_DIR")
        folders = {cache_folder(Path(named) if named else None, setting) for setting in settings}
        if len(folders) != 1:
            return None
        (folder,) = folders
        made = make_folder(folder, REPLAYS)
        nearest = nearest_cache(os.environ)
        return made if nearest is not None and Path(nearest) == folder else None

    def _of_projects(self, settings: Iterable[Settings], nested: Nested | None) -> Iterator[str]:
        """The folders of the projects around what is linted."""
        named = {path.absolute() for path in self.named}
        roots = {setting.root: setting.exclude for setting in settings}
        for root, exclude in roots.items():
            if root.absolute() not in named:
                yield from find_files([root], exclude=exclude, root=root, nested=nested).folders

    def _files(self, settings: Iterable[Settings], folders: Iterable[str]) -> list[str]:
        """The files that settings and projects are told by, or would be, were they there."""
        tops = {path.absolute() for path in self.named}
        tops |= {setting.root.absolute() for setting in settings}
        around = {folder for top in tops for folder in (top, *top.parents)}
        found = [str(folder / name) for folder in sorted(around) for name in _TELLING]
        named = [str(path) for path in sorted(tops)]
        for setting in settings:
            named += map(str, setting.files)
        return [*found, *named]

    def _of_modules(self, run: LintRun) -> tuple[list[str], list[str], list[str]]:
        """The folders that imports led to, or might have, where nobody looked for files."""
        known = set(self._looked_at[0][0])
        modules = run.kept.modules if run.kept is not None else set()
        seen = {(Path(near).absolute().parent, name) for name, near in modules}
        roots = {settings.root.absolute() for settings in run.finder.loaded}
        found = {
            folder
            for near, name in seen
            for base in (near, *near.parents)
            if any(base.is_relative_to(root) for root in roots)
            for folder in _leading_to(name, base)
        }
        return sorted(found - known), [], list(_ALWAYS)

    def _note(self, folders: list[str], files: list[str], suffixes: list[str]) -> None:
        """Take note of what is there, unless it is too new to tell whether it changes again."""
        if self._folder is None:
            return
        try:
            known, newest = signature(folders, files, tuple(suffixes))
            outer = set(folders)
            inner = (folder for folder in folders if os.path.split(folder)[0] in outer)
            newest = max(newest, newest_folder(inner))
        except OSError:
            self._folder = None
            return
        if newest > self._now - _RACY:
            self._folder = None
            return
        self._looked_at.append((folders, files, suffixes, known))


def _is_plain(settings: Settings) -> bool:
    """Whether no rules are of others, of which nobody knows what they depend on."""
    if settings.extend_rules or not _keeps_skipped(settings):
        return False
    from importlib.metadata import entry_points

    # The same group as the registry has, which would load all rules.
    return not entry_points(group=_ENTRY_POINTS)


def _keeps_skipped(patterns: Settings | FilePatterns) -> bool:
    """Whether no folder is taken back that others pass over."""
    return not any("!" in pattern for pattern in patterns.exclude)


def _leading_to(name: str, base: Path) -> Iterator[str]:
    """The folders that are there on the way to a module, if its name counts from a base."""
    parts = name.lstrip(".").split(".")
    for start in (base, base / "src"):
        for end in range(len(parts)):
            folder = start.joinpath(*parts[:end])
            if folder.is_dir():
                yield str(folder)


def _suffixes(settings: Iterable[Settings | FilePatterns]) -> list[str] | None:
    """The ends of the names of the files that are looked for; None when names don't tell."""
    found = dict.fromkeys(_ALWAYS)
    for setting in settings:
        for pattern in setting.include:
            suffix = pattern.removeprefix("*")
            if not suffix.startswith(".") or not suffix[1:].isalnum() or suffix == pattern:
                return None
            found[suffix] = None
    return list(found)


def _own_folders() -> list[str]:
    """The folders of our own program, which changes under one version where it is worked on.

    Where it is installed, the folder of all packages changes with it.
    """
    from importlib import import_module

    tops = [*daft_lint.__path__, *import_module("daft_lint.rules").__path__]
    return [
        folder
        for top in tops
        if not _INSTALLED.intersection(Path(top).parts)
        for folder, _, _ in os.walk(top)
        if "__pycache__" not in Path(folder).parts
    ]


def _clock(folder: Path) -> int:
    """What time it is for the files there, in nanoseconds since 1970, or here if that is less."""
    file = folder / f"clock.{os.urandom(6).hex()}.writing"
    try:
        file.write_bytes(b"")
        seen = file.stat().st_mtime_ns
        file.unlink()
    except OSError:
        return 0
    return min(seen, time.time_ns())


def _remove_old(folder: Path) -> None:
    """Keep the newest replays only: each command line has one. Nothing else is touched."""
    remove_unfinished(folder)
    try:
        own = (path for path in folder.iterdir() if _NAME.fullmatch(path.name))
        replays = sorted(own, key=lambda path: path.lstat().st_mtime_ns)
        for replay in replays[:-_MOST_KEPT]:
            replay.unlink()
    except OSError:
        return
