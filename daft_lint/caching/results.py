"""The results of files. A result is used again until something that it may rest on changes.

There is one record for each project and toolchain (settings, rules, versions: `toolchain`). It has
the result of each file, with the state of its group and of the files that hold the words that were
searched for. It also has what groups are made of: the modules that were looked up beside those that
are imported. `rules` are the files of the project's own rules. A run knows all of these only at its
end.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daft_lint.caching.folder import CacheFolder
from daft_lint.caching.groups import Groups
from daft_lint.documents.file_status import read_whole
from daft_lint.documents.project import Asked, ProjectFolder, absolute_path, digest_of
from daft_lint.records import dataclass, field

if TYPE_CHECKING:
    from daft_lint.linting import Linted

# What records may hold beside texts, numbers and containers.
_CLASSES = frozenset(
    f"daft_lint.{name}"
    for name in (
        "documents.imports",
        "findings",
        "index.code",
        "judgement",
        "linting.linted",
        "judging.usual_cluster",
    )
)
_CLASSES_BELOW = "daft_lint.plan."


class _Kept(NamedTuple):
    """The result of a file with that content, which rests on that state and those searches."""

    content: str
    state: str
    searches: Mapping[tuple[str, ...], str]
    result: bytes


class Fresh(NamedTuple):
    """What linting a file has given: what it held, the result if it can be kept, what was asked."""

    content: str
    result: bytes | None
    asked: Asked

    @classmethod
    def of(cls, data: bytes, linted: Linted | None, project: ProjectFolder) -> Fresh:
        """That of a file with these bytes; `linted` is None where that failed."""
        return cls(digest_of(data), _written(linted), project.take_asked())

    def is_of(self, data: bytes) -> bool:
        """Whether the file held those bytes."""
        return self.content == digest_of(data)


@dataclass(slots=True)
class Record:
    """What is known of a project from earlier runs."""

    rules: dict[str, str] = field(default_factory=dict)
    names: dict[str, frozenset[str]] = field(default_factory=dict)
    results: dict[str, _Kept] = field(default_factory=dict)

    @classmethod
    def read(cls, data: bytes | None) -> Record:
        """The record that some bytes hold, else an empty one."""
        try:
            rules, names, results = loaded(data or b"")
            if any(digest_of_file(file) != known for file, known in rules.items()):
                return cls()
            kept = {file: _Kept(*each) for file, each in results.items()}
            return cls(dict(rules), dict(names), kept)
        except Exception:
            # A broken pickle can raise anything.
            return cls()

    @property
    def data(self) -> bytes:
        """The bytes that hold it."""
        kept = {file: tuple(each) for file, each in self.results.items()}
        return pickle.dumps((self.rules, self.names, kept), 5)


class Results:
    """The results of the files of a project under the same settings and rules.

    `rules` gives the files of rules that the project has. `together` says that some rules may look
    at any file of it.
    """

    def __init__(
        self,
        name: str,
        project: ProjectFolder,
        rules: Callable[[], Iterable[str]],
        *,
        together: bool,
    ) -> None:
        self._folder = CacheFolder.of_user("results")
        self._name = name
        self._project = project
        self._rules = rules
        self._together = together
        self._record = Record.read(self._folder.read(name))
        self._fresh: dict[str, list[Fresh]] = {}
        self._groups = Groups(project, self._record.names, together=together)
        self._states: dict[tuple[str, ...], str] = {}
        # Whatever was read before may be known when any file is linted.
        self._before = project.take_asked()

    def holding(self, path: Path, data: bytes) -> Linted | None:
        """The result of a file that holds those bytes, if it is known and still true."""
        file = absolute_path(path)
        kept = self._record.results.get(file)
        if (
            kept is None
            or kept.content != digest_of(data)
            or kept.state != self._groups.state(file)
            or any(self._holding(words) != known for words, known in kept.searches.items())
        ):
            return None
        return read_result(kept.result)

    def _holding(self, words: tuple[str, ...]) -> str:
        if words not in self._states:
            self._states[words] = self._groups.holding(words)
        return self._states[words]

    def keep(self, path: Path, fresh: Fresh) -> None:
        """Take note of what linting a file has given, to be saved later."""
        self._fresh.setdefault(absolute_path(path), []).append(fresh)

    def save(self) -> None:
        """Save what was kept for later runs, beside what others saved meanwhile."""
        if not self._fresh:
            return
        record = Record.read(self._folder.read(self._name))
        fresh = [(file, each) for file, those in self._fresh.items() for each in those]
        for asked in (self._before, *(each.asked for _, each in fresh)):
            for name, near in asked.names:
                record.names[near] = record.names.get(near, frozenset()) | {name}
        groups = self._groups = Groups(self._project, record.names, together=self._together)
        self._states.clear()
        # What was found out for one file, the others of its group know without another search.
        searches: dict[str, set[tuple[str, ...]]] = {}
        for file, each in fresh:
            known = searches.setdefault(groups.name(file), {*self._before.searches})
            known.update(each.asked.searches)
        for file, each in fresh:
            if each.result is not None and each.content == groups.content(file):
                states = {words: self._holding(words) for words in searches[groups.name(file)]}
                kept = _Kept(each.content, groups.state(file), states, each.result)
                record.results[file] = kept
        record.results = {f: kept for f, kept in record.results.items() if groups.name(f)}
        record.names = {f: names for f, names in record.names.items() if groups.name(f)}
        record.rules.update((file, digest_of_file(file)) for file in self._rules())
        self._folder.write(self._name, record.data)
        self._fresh.clear()


def digest_of_file(file: str) -> str:
    """A digest of what a file holds; an empty one when it can't be read."""
    try:
        return digest_of(read_whole(Path(file)))
    except OSError:
        return ""


def _written(linted: Linted | None) -> bytes | None:
    """The bytes that hold a result; None where a rule failed, or it can't be written."""
    if linted is None or linted.failures or linted.known:
        return None
    try:
        return pickle.dumps(linted, 5)
    except Exception:
        # A rule put something of its own into a finding.
        return None


def read_result(data: bytes | None) -> Linted | None:
    """The result that some bytes hold; None when that is something else."""
    from daft_lint.linting import Linted

    try:
        found = loaded(data or b"")
    except Exception:
        # A broken pickle can raise anything.
        return None
    return found if isinstance(found, Linted) else None


class _Unpickler(pickle.Unpickler):
    """Makes findings, plans and indexes with what they hold, and nothing else, from any bytes."""

    def find_class(self, module: str, name: str) -> Any:
        return _class_of(module, name)


# The indexes of a project ask for the same few classes over and over.
@cache
def _class_of(module: str, name: str) -> type:
    if module in _CLASSES or module.startswith(_CLASSES_BELOW):
        found = getattr(import_module(module), name, None)
        if isinstance(found, type) and found.__module__ == module:
            return found
    raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")


def loaded(data: bytes) -> Any:
    """What bytes hold that were made of plain values, findings, plans and indexes.

    Raises:
        Exception: any, when they hold something else.
    """
    return _Unpickler(io.BytesIO(data)).load()
