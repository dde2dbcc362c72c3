"""The files of a project beside the one that is looked at."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath
from typing import Protocol

from daft_lint.documents.discovery import find_files
from daft_lint.documents.document import Document, UnreadableDocumentError, decode, shown_path


class Project(Protocol):
    """What a rule may ask of the other files of a project."""

    def __hash__(self) -> int:
        """What was asked of it may be kept."""
        ...

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        ...

    def module_of(self, path: str) -> str | None:
        """The dotted name that other files import a file by; None when that can't be told."""
        ...

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        ...


@dataclass(frozen=True, slots=True)
class NoProject:
    """A file alone: nothing is known of others."""

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """No file."""
        return ()

    def module_of(self, path: str) -> str | None:
        """Nobody can tell."""
        return None

    def may_import(self, path: str, name: str) -> bool:
        """Nobody can tell that none does."""
        return True


NO_PROJECT = NoProject()


@dataclass(eq=False)
class ProjectFolder:
    """The Python files below a folder but for those that are excluded or ignored by Git.

    Nothing is read before it is asked for. Files that can't be read are left out.
    """

    root: Path
    exclude: Sequence[str] = ()
    _read: dict[Path, bytes] = field(default_factory=dict)

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        wanted = [word.encode() for word in words]
        return tuple(
            document
            for file in self._files
            if all(word in self._bytes(file) for word in wanted)
            for document in self._document(file)
        )

    def module_of(self, path: str) -> str | None:
        """The dotted name of a file: below the folder that its topmost package stands in.

        A `src` folder is no package. None for a file outside of the project.
        """
        file = _absolute(Path(path))
        root = _absolute(self.root)
        if not file.is_relative_to(root) or file.suffix != ".py":
            return None
        names = [] if file.stem == "__init__" else [file.stem]
        folder = file.parent
        while folder.is_relative_to(root) and (folder / "__init__.py").is_file():
            names.insert(0, folder.name)
            folder = folder.parent
        return ".".join(names) if all(name.isidentifier() for name in names) else None

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        return may_import(self, path, name)

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        return find_files([self.root], exclude=self.exclude, root=self.root).files

    def _bytes(self, file: Path) -> bytes:
        if file not in self._read:
            try:
                self._read[file] = file.read_bytes()
            except OSError:
                self._read[file] = b""
        return self._read[file]

    def _document(self, file: Path) -> tuple[Document, ...]:
        try:
            return (decode(self._bytes(file), shown_path(file)),)
        except UnreadableDocumentError:
            return ()


def may_import(project: Project, path: str, name: str) -> bool:
    """Whether a file other than that of the path speaks of its module and of a name."""
    module = PurePath(path).stem
    words = (name,) if module == "__init__" else (name, module)
    return any(one.path != path for one in project.mentioning(*words))


def _absolute(path: Path) -> Path:
    return Path(os.path.normpath(path.absolute()))
