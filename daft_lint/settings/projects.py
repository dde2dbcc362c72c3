"""The folder of the project that a file is part of, where no settings tell it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from daft_lint.documents.discovery import is_excluded
from daft_lint.documents.file_selection import REPOSITORY
from daft_lint.documents.file_status import is_file, is_folder, is_missing
from daft_lint.records import dataclass, field
from daft_lint.settings.places import normal_path

PACKAGE_FILES = ("pyproject.toml", "setup.cfg", "setup.py")


@dataclass(slots=True)
class ProjectFinder:
    """Finds the folder of the project that a file is part of, whatever the current folder is.

    It is the Git repository around the file. Without one it is the outermost folder above that
    holds a `pyproject.toml`, `setup.cfg` or `setup.py`; then the `current` folder, if the file is
    below that; else the one that was named with `name`. Of these two it is what the program has on
    its path: the folder above their package. The home folder is no project, nor is what holds it.
    """

    current: Path
    _around: dict[Path, Path | None] = field(default_factory=dict)
    _named: dict[Path, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A folder that isn't a project itself is part of none.
        self._around.update(dict.fromkeys(_no_projects()))

    @classmethod
    def around(cls, current: Path, paths: Iterable[Path] = ()) -> ProjectFinder:
        """One for files below a folder, and for those below named paths."""
        finder = cls(_above_packages(normal_path(current)))
        for path in paths:
            finder.name(normal_path(path))
        return finder

    def name(self, path: Path) -> None:
        """Take a file or folder, by its absolute path, for one that is asked for.

        No project leaves it out then: what Git ignores, or what lies in a virtual environment, is
        a project of its own.
        """
        folder = path if is_folder(path) else path.parent
        around = self._seen(folder)
        if around is None and folder.is_relative_to(self.current):
            around = self.current
        if around is None or (around != folder and is_excluded(folder, root=around)):
            self._named[folder] = _above_packages(folder)

    def of(self, folder: Path) -> Path:
        """The folder of the project that the files in a folder, an absolute path, are part of."""
        if self._named:
            for parent in reversed((folder, *folder.parents)):
                if parent in self._named:
                    return self._named[parent]
        return self._seen(folder) or self.current

    def _seen(self, folder: Path) -> Path | None:
        """The project around a folder as far as the folders around it tell."""
        if folder not in self._around:
            self._around[folder] = None if folder == folder.parent else self._root_at(folder)
        return self._around[folder]

    def _root_at(self, folder: Path) -> Path | None:
        if not is_missing(folder / REPOSITORY):
            return folder
        outer = self._seen(folder.parent)
        if outer is None and any(is_file(folder / name) for name in PACKAGE_FILES):
            return folder
        return outer


def _no_projects() -> tuple[Path, ...]:
    """The home folder of the one who runs this, if it is known, and the folders around that."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111
    return (home, *home.parents) if home.is_absolute() else ()


def _above_packages(folder: Path) -> Path:
    """The folder that a program which imports the modules in a folder has on its path."""
    around = (folder, *folder.parents)
    top = next((path for path in around if not is_file(path / "__init__.py")), folder)
    return top.parent if top.name == "src" and top.parent not in _no_projects() else top
