"""The other files of a project."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeVar

from daft_lint.documents.discovery import PYTHON_FILES, find_files
from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    code_in,
    decode,
    imports_daft,
    shown_path,
)
from daft_lint.documents.file_graph import FileGraph
from daft_lint.documents.file_selection import REPOSITORY, SETTINGS_FILES, Nested
from daft_lint.documents.file_status import is_missing, read_whole
from daft_lint.documents.imports import Import, imports_of
from daft_lint.documents.modules import Modules
from daft_lint.records import dataclass, field

T = TypeVar("T")

Answers = Callable[[str, Callable[[str], Any]], Any]
"""Gives the result of some work on a text alone, which earlier runs may have left."""

# Bytes of files that are kept for the next question.
_MOST_KEPT = 16 * 1024 * 1024
MOST_UNMARKED = 2_000
"""So many files of a folder are looked at for imports, if nothing marks it as a project."""
# Files whose absolute paths are kept.
_MOST_PLACES = 10_000
_TEST_FILE = re.compile(r"test_.*|.*_test|conftest")


class Project:
    """What a rule may ask of the other files of a project. Of this one, nothing is known."""

    @property
    def answers(self) -> Answers:
        """Answers to questions about texts alone."""
        return worked_out

    def once(self, key: Hashable, work: Callable[[Project], T]) -> T:
        """The result of some work on the project; done once for each key if files are known.

        The work may go on later.
        """
        return work(self)

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        return ()

    def unreadable(self, *words: str) -> tuple[str, ...]:
        """The paths of files that may hold all of the words but can't be read."""
        return ()

    def document(self, path: str) -> Document | None:
        """The file at a path, as people are shown it; None when it can't be read."""
        return None

    def module_of(self, path: str) -> str | None:
        """The dotted name that other files import a file by; None when unknown."""
        return None

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        return True

    def module(self, name: str, near: str) -> Document | None:
        """The module that a file imports by a name, be it relative; None when there is none."""
        return None

    def unread(self, name: str, near: str) -> str | None:
        """The path of a module that a file imports by a name, if it can't be read as text."""
        return None

    def is_folder(self, name: str, near: str) -> bool:
        """Whether a dotted name is that of a folder, as a file would import it."""
        return False

    def importers(self, path: str) -> tuple[Document, ...]:
        """The files that import something of a file, ordered by path."""
        return ()

    def may_meet_daft(self, path: str) -> bool:
        """Whether a file is part of a program in which some file has to do with Daft."""
        return False

    def leads_to_daft(self, path: str) -> bool:
        """Whether a file imports Daft, or a file that does: only its program can make frames."""
        return True


def worked_out(text: str, work: Callable[[str], Any]) -> Any:
    """The result of some work on a text, without earlier runs."""
    return work(text)


def digest_of(data: bytes) -> str:
    """A digest of bytes, which stands for them."""
    return blake2b(data, digest_size=16).hexdigest()


def done_once(done: dict[Hashable, Any], key: Hashable, work: Callable[[], T]) -> T:
    """The result of some work, from `done` where it was done before."""
    if key not in done:
        done[key] = work()
    result: T = done[key]
    return result


NO_PROJECT = Project()


@dataclass(eq=False)
class KnownFiles(Project):
    """Known files, or none but the one that is read, for as long as they stay as they are."""

    _done: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)

    def once(self, key: Hashable, work: Callable[[Project], T]) -> T:
        """The result of some work; done once for each key."""
        return done_once(self._done, key, lambda: work(self))


class Asked(NamedTuple):
    """The questions to a project that imports don't answer.

    `searches` are the words that all its files were searched for, `names` those of modules, each
    with the file that it was looked up from.
    """

    searches: frozenset[tuple[str, ...]] = frozenset()
    names: frozenset[tuple[str, str]] = frozenset()


@dataclass(eq=False)
class ProjectFolder(KnownFiles):
    """The files that `include` fits below a folder, but for those excluded or ignored by Git.

    Folders that `nested` knows have patterns of their own. Files that are `named`, or are in
    folders named so, may mention something whatever they are called: they aren't part of its
    programs, but use what these define. Unless it `is_whole`, a folder that nothing marks as a
    project `is_cut` where it has too many files. Nothing is read before it is asked for. Nothing is
    read twice, so a project is for one run. Files that can't be read are left out, but for the
    question about them.
    """

    root: Path
    exclude: Sequence[str] = ()
    include: Sequence[str] = PYTHON_FILES
    named: Sequence[Path] = ()
    nested: Nested | None = None
    answers: Answers = worked_out
    is_whole: bool = False
    is_cut: bool = False
    _searches: set[tuple[str, ...]] = field(default_factory=set)
    _names: set[tuple[str, str]] = field(default_factory=set)
    _read: dict[Path, bytes] = field(default_factory=dict)
    _decoded: dict[Path, tuple[Document, ...]] = field(default_factory=dict)
    _held: dict[bytes, Sequence[Path]] = field(default_factory=dict)
    shut: set[Path] = field(default_factory=set)
    _kept: int = 0
    _importing_documents: dict[str, tuple[Document, ...]] = field(default_factory=dict)
    _modules_found: dict[tuple[str, str], Document | None] = field(default_factory=dict)
    _places: dict[str, str] = field(default_factory=dict)

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        files = self._holding_all(words)
        return tuple(document for file in files for document in self._document(file))

    def unreadable(self, *words: str) -> tuple[str, ...]:
        """The paths of files that may hold all of the words but can't be read."""
        undecoded = (file for file in self._holding_all(words) if not self._document(file))
        return tuple(shown_path(file) for file in (*undecoded, *sorted(self.shut)))

    def document(self, path: str) -> Document | None:
        """The file at a path, as people are shown it; None when it can't be read."""
        return next(iter(self._document(Path(self._absolute(path)))), None)

    def _absolute(self, path: str) -> str:
        """The absolute form of a path. To ask for the current folder each time takes long."""
        if path not in self._places:
            self._places[path] = absolute_path(path)
        return self._places[path]

    def take_asked(self) -> Asked:
        """The questions since the last call, without those about imports."""
        names = (each for each in self._names if each[0] not in self.graph.found(each[1]))
        asked = Asked(frozenset(self._searches), frozenset(names))
        self._searches.clear()
        self._names.clear()
        return asked

    def _holding_all(self, words: Sequence[str]) -> Sequence[Path]:
        self._searches.add(tuple(words))
        return self.holding(words)

    def holding(self, words: Sequence[str]) -> Sequence[Path]:
        """The files that hold all of the words, whether or not they can be read as text."""
        files: Sequence[Path] = self.with_named
        for word in reversed(words):
            files = self._holding(word.encode(), files)
        return files

    def _holding(self, word: bytes, files: Sequence[Path]) -> Sequence[Path]:
        """Those of the files that hold a word; of all files only once, since others ask again."""
        if files is not self.with_named:
            return [file for file in files if word in self.bytes_of(file)]
        if word not in self._held:
            self._held[word] = [file for file in files if word in self.bytes_of(file)]
        return self._held[word]

    def module_of(self, path: str) -> str | None:
        """The dotted name of a file: below the folder that its topmost package stands in.

        A `src` folder is no package. None for a file outside of the project.
        """
        return self.modules.name_of(self._absolute(path))

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        return may_import(self, path, name)

    def module(self, name: str, near: str) -> Document | None:
        """The module that a file imports by a name, be it relative; None when there is none."""
        near = self._absolute(near)
        absolute = self.modules.absolute(name, near)
        if not absolute:
            return None
        key = absolute, near
        if key not in self._modules_found:
            self._names.add(key)
            self._modules_found[key] = self._module(*key)
        return self._modules_found[key]

    def _module(self, name: str, near: str) -> Document | None:
        if self.modules.is_of_engine(near):
            return None
        file = self.modules.find(name, near)
        return next(iter(self._document(Path(file))), None) if file is not None else None

    def unread(self, name: str, near: str) -> str | None:
        """The path of a module that a file imports by a name, if it can't be read as text."""
        near = self._absolute(near)
        document, absolute = self.module(name, near), self.modules.absolute(name, near)
        if not absolute or self.modules.is_of_engine(near):
            return None
        file = self.modules.find(absolute, near)
        is_read = document is not None and file is not None and Path(file) not in self.shut
        return None if is_read else file

    def is_folder(self, name: str, near: str) -> bool:
        """Whether a dotted name is that of a folder, as a file would import it."""
        return self.modules.is_folder(name.split("."), self._absolute(near))

    def importers(self, path: str) -> tuple[Document, ...]:
        """The files that import something of a file, ordered by path."""
        file = self._absolute(path)
        if file not in self._importing_documents:
            paths = map(Path, self.graph.importers.get(file, ()))
            documents = tuple(document for path in paths for document in self._document(path))
            self._importing_documents[file] = documents
        return self._importing_documents[file]

    def may_meet_daft(self, path: str) -> bool:
        """Whether a file is part of a program in which some file has to do with Daft."""
        file = self._absolute(path)
        is_met = file in self.graph.meeting_daft or self._is_beyond(file)
        return is_met and self.modules.is_inside(file)

    def leads_to_daft(self, path: str) -> bool:
        """Whether a file imports Daft, or a file that does: only its program can make frames."""
        file = self._absolute(path)
        is_led = file in self.graph.leading_to_daft or self._is_beyond(file)
        return is_led or not self.modules.is_inside(file)

    @property
    def is_surveyed(self) -> bool:
        """Whether its imports were asked for, so that they were read by now."""
        return "graph" in vars(self)

    @cached_property
    def graph(self) -> FileGraph:
        """Which of its files import which."""
        return FileGraph(
            list(map(absolute_path, self._files)), self.modules, self.imports, self._imports_daft
        )

    def imports(self, file: str) -> Sequence[Import]:
        """The imports in a file, by its absolute path."""
        path = Path(file)
        written = self.bytes_of(path).decode("utf-8", "replace")
        if path.suffix == ".py":
            return [*imports_of(written)]

        def imports_of_cells(_: str) -> tuple[Import, ...]:
            with suppress(UnreadableDocumentError):
                return tuple(imports_of(code_in(self.bytes_of(path), shown_path(path))))
            return ()

        found: Sequence[Import] = self.answers(written, imports_of_cells)
        return found

    def _imports_daft(self, file: str) -> bool:
        """Whether a file imports Daft; a mere `DFT` in a text doesn't count."""
        path = Path(file)
        data = self.bytes_of(path)
        if b"daft" not in data:
            return False
        return path.suffix != ".py" or imports_daft(data.decode("utf-8", "replace"))

    @cached_property
    def modules(self) -> Modules:
        """Its modules by name."""
        return Modules(absolute_path(self.root), self._folders)

    def _folders(self) -> Iterable[str]:
        """The folders with files of the project."""
        return sorted({absolute_path(file.parent) for file in self._files})

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        """The files of the project; those of repositories in it only if it is one itself.

        In a folder that nothing marks as a project, these are the nearest ones only.
        """
        is_marked = any(not is_missing(self.root / name) for name in (REPOSITORY, *SETTINGS_FILES))
        is_repository = not is_missing(self.root / REPOSITORY)
        most = math.inf if is_marked or self.is_whole else MOST_UNMARKED
        found = self._found([self.root], without_repositories=not is_repository, most=most)
        self.is_cut = len(found) == most
        return found

    def _is_beyond(self, file: str) -> bool:
        """Whether a file wasn't looked at, so that nothing is known of it."""
        return self.is_cut and file not in self._looked_at

    @cached_property
    def _looked_at(self) -> frozenset[str]:
        return frozenset(self.graph.files)

    @cached_property
    def with_named(self) -> tuple[Path, ...]:
        """The files of the project, and those that are named."""
        found = self._found(self.named)
        known = {str(file) for file in self._files} if found else set()
        more = [path for path in found if known.isdisjoint((str(path), os.path.realpath(path)))]
        return tuple(sorted((*self._files, *more))) if more else self._files

    def _found(
        self,
        paths: Iterable[Path],
        *,
        without_repositories: bool = False,
        most: float = math.inf,
    ) -> tuple[Path, ...]:
        return find_files(
            paths,
            include=self.include,
            exclude=self.exclude,
            root=self.root,
            nested=self.nested,
            without_repositories=without_repositories,
            most=most,
        ).files

    def bytes_of(self, file: Path) -> bytes:
        """What a file holds, or nothing if that can't be read."""
        if file not in self.shut:
            try:
                return self.read(file)
            except OSError:
                self.shut.add(file)
        return b""

    def read(self, file: Path) -> bytes:
        """What a file holds.

        Raises:
            OSError: when it can't be read.
        """
        data = self._read.get(file)
        if data is None:
            data = read_whole(file)
            if self._kept < _MOST_KEPT:
                self._kept += len(data)
                self._read[file] = data
        return data

    def _document(self, file: Path) -> tuple[Document, ...]:
        if file not in self._decoded:
            try:
                self._decoded[file] = (decode(self.bytes_of(file), shown_path(file)),)
            except UnreadableDocumentError:
                self._decoded[file] = ()
        return self._decoded[file]


@lru_cache(maxsize=_MOST_PLACES)
def is_test_file(path: str) -> bool:
    """Whether a file holds tests, or what they share, by its name."""
    return bool(_TEST_FILE.fullmatch(PurePath(path).stem))


def said_of_module(path: str) -> tuple[str, ...]:
    """The word in each file that imports a module: its name, but not that of a package."""
    stem = PurePath(path).stem
    return () if stem == "__init__" else (stem,)


def may_import(project: Project, path: str, name: str) -> bool:
    """Whether a file other than that of the path speaks of its module and of a name.

    One that can't be read counts too.
    """
    words = (name, *said_of_module(path))
    is_said = any(document.path != path for document in project.mentioning(*words))
    return is_said or any(each_path != path for each_path in project.unreadable(*words))


def absolute_path(path: Path | str) -> str:
    """The absolute form of a path; links aren't followed."""
    name = os.fspath(path)
    return _absolute_in("" if os.path.isabs(name) else os.getcwd(), name)  # noqa: PTH109, PTH117


# The same few files are asked about over and over: 20,000 times for the 900 of Daft's repository.
@lru_cache(maxsize=_MOST_PLACES)
def _absolute_in(folder: str, path: str) -> str:
    """The absolute form of a path in the folder that is the current one."""
    return os.path.abspath(path)  # noqa: PTH100 - `resolve` follows links
