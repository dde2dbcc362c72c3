"""The files of a project beside the one that is looked at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path, PurePath
from typing import Any, Protocol, TypeVar

from daft_lint.documents.discovery import PYTHON_FILES, find_files
from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    imports_daft,
    shown_path,
)
from daft_lint.documents.file_selection import Nested
from daft_lint.documents.file_status import is_folder, read_whole
from daft_lint.documents.imports import Import, imports_of
from daft_lint.documents.modules import Modules

T = TypeVar("T")

# Bytes of files that are kept for the next question.
_MOST_KEPT = 16 * 1024 * 1024
# To search all files for a word takes a fifth of the time that it takes to read their imports.
_MOST_SEARCHES = 3
# Files whose absolute paths are kept.
_MOST_PLACES = 10_000
_TEST_FILE = re.compile(r"test_.*|.*_test|conftest")


class Project(Protocol):
    """What a rule may ask of the other files of a project."""

    def __hash__(self) -> int:
        """What was asked of it may be kept."""
        ...

    def once(self, key: Hashable, work: Callable[[Project], T], around: str | None = None) -> T:
        """What some work on the project gives; done once for each key.

        The work may go on later. With `around`, the caller only depends on what was
        asked about the file at that path, and about files that the answers led to.
        """
        ...

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        ...

    def unreadable(self, *words: str) -> tuple[str, ...]:
        """The paths of files that may hold all of the words but can't be read."""
        ...

    def document(self, path: str) -> Document | None:
        """The file at a path, as people are shown it; None when it can't be read."""
        ...

    def module_of(self, path: str) -> str | None:
        """The dotted name that other files import a file by; None when that can't be told."""
        ...

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        ...

    def absolute(self, module: str, near: str) -> str | None:
        """The dotted name of a module that a file imports by a relative one; None without one."""
        ...

    def module(self, name: str, near: str) -> Document | None:
        """The module that a file imports by a dotted name; None when the project has none."""
        ...

    def is_folder(self, name: str, near: str) -> bool:
        """Whether a dotted name is that of a folder, as a file would import it."""
        ...

    def importers(self, path: str) -> tuple[Document, ...]:
        """The files that import something of a file, ordered by path."""
        ...

    def may_meet_daft(self, path: str) -> bool:
        """Whether a file is part of a program in which some file has to do with Daft."""
        ...

    def leads_to_daft(self, path: str) -> bool:
        """Whether a file imports Daft, or a file that does: only its program can make frames."""
        ...


def done_once(done: dict[Hashable, Any], key: Hashable, work: Callable[[], T]) -> T:
    """What some work gives, from what is `done` where it was done before."""
    if key not in done:
        done[key] = work()
    result: T = done[key]
    return result


@dataclass(frozen=True, slots=True)
class NoProject:
    """A file alone: nothing is known of others."""

    def once(self, key: Hashable, work: Callable[[Project], T], around: str | None = None) -> T:
        """What some work gives; done each time."""
        return work(self)

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """No file."""
        return ()

    def unreadable(self, *words: str) -> tuple[str, ...]:
        """No file."""
        return ()

    def document(self, path: str) -> Document | None:
        """None."""
        return None

    def module_of(self, path: str) -> str | None:
        """Nobody can tell."""
        return None

    def may_import(self, path: str, name: str) -> bool:
        """Nobody can tell that none does."""
        return True

    def absolute(self, module: str, near: str) -> str | None:
        """The name itself; nobody can tell what a relative one means."""
        return None if module.startswith(".") else module

    def module(self, name: str, near: str) -> Document | None:
        """None."""
        return None

    def is_folder(self, name: str, near: str) -> bool:
        """Nobody can tell that it is."""
        return False

    def importers(self, path: str) -> tuple[Document, ...]:
        """No file."""
        return ()

    def may_meet_daft(self, path: str) -> bool:
        """Nobody can tell that it is."""
        return False

    def leads_to_daft(self, path: str) -> bool:
        """Nobody can tell that it doesn't."""
        return True


NO_PROJECT = NoProject()


@dataclass(frozen=True, slots=True, eq=False)
class FileAlone(NoProject):
    """A file of which nothing is known of others, as long as it is read."""

    _done: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def once(self, key: Hashable, work: Callable[[Project], T], around: str | None = None) -> T:
        """What some work gives; done once for each key."""
        return done_once(self._done, key, lambda: work(self))


@dataclass(eq=False)
class ProjectFolder:
    """The files that `include` fits below a folder, but for those excluded or ignored by Git.

    Folders that `nested` knows have patterns of their own.
    Files that are `named`, or are in folders named so, may mention something whatever they are
    called: they aren't part of its programs, but use what these define.
    Nothing is read before it is asked for. What was read once isn't looked at again, so a project
    is for one run. Files that can't be read are left out, but for the question about them.
    """

    root: Path
    exclude: Sequence[str] = ()
    include: Sequence[str] = PYTHON_FILES
    named: Sequence[Path] = ()
    nested: Nested | None = None
    _read: dict[Path, bytes] = field(default_factory=dict)
    _decoded: dict[Path, tuple[Document, ...]] = field(default_factory=dict)
    _held: dict[bytes, Sequence[Path]] = field(default_factory=dict)
    _shut: set[Path] = field(default_factory=set)
    _kept: int = 0
    _searched: dict[str, Sequence[Path]] = field(default_factory=dict)
    _searches_left: int = _MOST_SEARCHES
    _importing_documents: dict[str, tuple[Document, ...]] = field(default_factory=dict)
    _done: dict[Hashable, Any] = field(default_factory=dict)
    _modules_found: dict[tuple[str, str], Document | None] = field(default_factory=dict)

    def once(self, key: Hashable, work: Callable[[Project], T], around: str | None = None) -> T:
        """What some work on the project gives; done once for each key."""
        return done_once(self._done, key, lambda: work(self))

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        files = self._holding_all(words)
        return tuple(document for file in files for document in self._document(file))

    def unreadable(self, *words: str) -> tuple[str, ...]:
        """The paths of files that may hold all of the words but can't be read."""
        undecoded = (file for file in self._holding_all(words) if not self._document(file))
        return tuple(shown_path(file) for file in (*undecoded, *sorted(self._shut)))

    def document(self, path: str) -> Document | None:
        """The file at a path, as people are shown it; None when it can't be read."""
        return next(iter(self._document(Path(_absolute(path)))), None)

    def _holding_all(self, words: Sequence[str]) -> Sequence[Path]:
        files: Sequence[Path] = self._with_named
        for word in reversed(words):
            files = self._holding(word.encode(), files)
        return files

    def _holding(self, word: bytes, files: Sequence[Path]) -> Sequence[Path]:
        """Those of the files that hold a word; of all files only once, since others ask again."""
        if files is not self._with_named:
            return [file for file in files if word in self._bytes(file)]
        if word not in self._held:
            self._held[word] = [file for file in files if word in self._bytes(file)]
        return self._held[word]

    def module_of(self, path: str) -> str | None:
        """The dotted name of a file: below the folder that its topmost package stands in.

        A `src` folder is no package. None for a file outside of the project.
        """
        return self._modules.name_of(_absolute(path))

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        return may_import(self, path, name)

    def absolute(self, module: str, near: str) -> str | None:
        """The dotted name of a module that a file imports by a relative one; None without one."""
        return self._modules.absolute(module, _absolute(near))

    def module(self, name: str, near: str) -> Document | None:
        """The module that a file imports by a dotted name; None when the project has none."""
        key = name, near
        if key not in self._modules_found:
            self._modules_found[key] = self._module(name, near)
        return self._modules_found[key]

    def _module(self, name: str, near: str) -> Document | None:
        place = _absolute(near)
        if self._modules.is_of_engine(place):
            return None
        file = self._modules.find(name, place)
        return next(iter(self._document(Path(file))), None) if file is not None else None

    def is_folder(self, name: str, near: str) -> bool:
        """Whether a dotted name is that of a folder, as a file would import it."""
        return self._modules.is_folder(name.split("."), _absolute(near))

    def importers(self, path: str) -> tuple[Document, ...]:
        """The files that import something of a file, ordered by path."""
        file = _absolute(path)
        if file not in self._importing_documents:
            found = self._importing(file)
            documents = tuple(
                document for each_path in found for document in self._document(each_path)
            )
            self._importing_documents[file] = documents
        return self._importing_documents[file]

    def _importing(self, file: str) -> Sequence[Path]:
        """The files that import a file; for a few, all imports of the project aren't worth it.

        What imports a module says its name. A package is imported by whatever is in it too.
        """
        if file in self._searched:
            return self._searched[file]
        name = PurePath(file).stem
        is_said = name != "__init__" and name.isascii()
        is_mapped = "_importers" in vars(self)
        if is_mapped or not (is_said and self._is_for_few and self._searches_left):
            return self._importers.get(file, ())
        self._searches_left -= 1
        word = re.compile(rf"\b{re.escape(name)}\b".encode())
        self._searched[file] = [
            path
            for path in self._holding(name.encode(), self._files)
            if word.search(self._bytes(path)) is not None and self._imports(path, file, name)
        ]
        return self._searched[file]

    def _imports(self, file: Path, other: str, name: str) -> bool:
        """Whether a file imports another one, which is no package and has a name."""
        near = _absolute(file)
        said = (
            import_
            for import_ in self._imports_in(file, near)
            if name in import_.module.split(".") or name in (import_.names or ())
        )
        return near != other and any(other in self._files_of(imported, near) for imported in said)

    @cached_property
    def _is_for_few(self) -> bool:
        few = 0 < len(self.named) <= _MOST_SEARCHES
        return few and not any(is_folder(path) for path in self.named)

    def may_meet_daft(self, path: str) -> bool:
        """Whether a file is part of a program in which some file has to do with Daft."""
        file = _absolute(path)
        return self._modules.is_inside(file) and file in self._meeting_daft

    def leads_to_daft(self, path: str) -> bool:
        """Whether a file imports Daft, or a file that does: only its program can make frames."""
        file = _absolute(path)
        return not self._modules.is_inside(file) or file in self._leading_to_daft

    @cached_property
    def _meeting_daft(self) -> set[str]:
        """The files of programs in which some file has to do with Daft."""
        leading = self._leading_to_daft
        if not leading:
            return set()
        imported: dict[str, list[str]] = {}
        for file, importers in self._importers.items():
            for importer in importers:
                imported.setdefault(_absolute(importer), []).append(file)
        return _reached(leading, imported)

    @cached_property
    def _leading_to_daft(self) -> set[str]:
        """The files that import Daft, and all that import one of these."""
        about = [_absolute(file) for file in self._files if self._imports_daft(file)]
        if not about:
            return set()
        importing = {
            file: [_absolute(importer) for importer in importers]
            for file, importers in self._importers.items()
        }
        return _reached(about, importing)

    def _imports_daft(self, file: Path) -> bool:
        """Whether a file imports Daft: that others say `DFT` is of no matter to programs."""
        data = self._bytes(file)
        if b"daft" not in data:
            return False
        return file.suffix != ".py" or imports_daft(data.decode("utf-8", "replace"))

    @cached_property
    def _importers(self) -> dict[str, list[Path]]:
        """The files that import each file, packages on the way to it too."""
        found: dict[str, list[Path]] = {}
        for file in self._files:
            near = _absolute(file)
            for imported in self._imported_by(file, near):
                if imported != near:
                    found.setdefault(imported, []).append(file)
        return found

    def _imported_by(self, file: Path, near: str) -> set[str]:
        imports = self._imports_in(file, near)
        return {found for import_ in imports for found in self._files_of(import_, near)}

    def _imports_in(self, file: Path, near: str) -> Iterable[Import]:
        text = self._bytes(file).decode("utf-8", "replace")
        if file.suffix != ".py":
            text = next((document.text for document in self._document(file)), "")
        imports = imports_of(text)
        if self._modules.is_of_engine(near):
            # Everything that these import would else be part of a program with Daft.
            imports = (import_ for import_ in imports if import_.module.startswith("."))
        return imports

    def _files_of(self, imported: Import, near: str) -> Iterator[str]:
        # Most imports are of packages that no folder here is called like.
        if (
            not imported.module.startswith(".")
            and imported.module.partition(".")[0] not in self._names
        ):
            return
        module = self._modules.absolute(imported.module, near)
        if module is None:
            return
        parts = module.split(".") if module else []
        names = [".".join(parts[: end + 1]) for end in range(len(parts))]
        found = [self._modules.find(name, near) for name in names]
        inside = not parts or found[-1] is not None or imported.module.startswith(".")
        if inside or self._modules.is_folder(parts, near):
            found += [
                self._modules.find(".".join([*parts, name]), near) for name in imported.names or ()
            ]
        yield from (file for file in found if file is not None)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of all files and folders of the project, without suffixes."""
        found: set[str] = set()
        folders: set[str] = set()
        for file in self._files:
            folder, name = os.path.split(file)
            found.add(name.partition(".")[0])
            folders.add(folder)
        for folder in folders:
            found.update(Path(folder).parts)
        return frozenset(found)

    @cached_property
    def _modules(self) -> Modules:
        return Modules(_absolute(self.root), self._folders)

    def _folders(self) -> Iterable[str]:
        """The folders with files of the project."""
        return sorted({_absolute(file.parent) for file in self._files})

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        return self._found([self.root])

    @cached_property
    def _with_named(self) -> tuple[Path, ...]:
        found = self._found(self.named)
        known = {str(file) for file in self._files} if found else set()
        more = [path for path in found if known.isdisjoint((str(path), os.path.realpath(path)))]
        return tuple(sorted((*self._files, *more))) if more else self._files

    def _found(self, paths: Iterable[Path]) -> tuple[Path, ...]:
        return find_files(
            paths,
            include=self.include,
            exclude=self.exclude,
            root=self.root,
            nested=self.nested,
        ).files

    def _bytes(self, file: Path) -> bytes:
        data = self._read.get(file)
        if data is None:
            try:
                # A pipe would be waited for.
                data = read_whole(file) if file.is_file() else b""
            except OSError:
                data = b""
                self._shut.add(file)
            if self._kept < _MOST_KEPT:
                self._kept += len(data)
                self._read[file] = data
        return data

    def _document(self, file: Path) -> tuple[Document, ...]:
        if file not in self._decoded:
            try:
                self._decoded[file] = (decode(self._bytes(file), shown_path(file)),)
            except UnreadableDocumentError:
                self._decoded[file] = ()
        return self._decoded[file]


def _reached(start: Iterable[str], onward: Mapping[str, Sequence[str]]) -> set[str]:
    """Everything that some steps from a start lead to, the start too."""
    found = set(start)
    waiting = list(found)
    while waiting:
        new = [reached for reached in onward.get(waiting.pop(), ()) if reached not in found]
        found.update(new)
        waiting += new
    return found


@lru_cache(maxsize=_MOST_PLACES)
def is_test_file(path: str) -> bool:
    """Whether a file holds tests, or what they share, by its name."""
    return bool(_TEST_FILE.fullmatch(PurePath(path).stem))


def said_of_module(path: str) -> tuple[str, ...]:
    """What each file says that imports a module: its name, but not that of a package."""
    stem = PurePath(path).stem
    return () if stem == "__init__" else (stem,)


def may_import(project: Project, path: str, name: str) -> bool:
    """Whether a file other than that of the path speaks of its module and of a name.

    One that can't be read counts too.
    """
    words = (name, *said_of_module(path))
    is_said = any(document.path != path for document in project.mentioning(*words))
    return is_said or any(each_path != path for each_path in project.unreadable(*words))


def _absolute(path: Path | str) -> str:
    name = os.fspath(path)
    return _absolute_in("" if os.path.isabs(name) else os.getcwd(), name)  # noqa: PTH109, PTH117


# The same few files are asked about over and over: 20,000 times for the 900 of Daft's repository.
@lru_cache(maxsize=_MOST_PLACES)
def _absolute_in(folder: str, path: str) -> str:
    """The absolute form of a path in the folder that is the current one."""
    return os.path.abspath(path)  # noqa: PTH100 - `resolve` follows links
