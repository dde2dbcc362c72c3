"""Groups of files that imports connect: what is found in one of them may rest on all others.

A test counts for itself alone, since no code is read as a test calls it, unless other code imports
it. Its imports count for the others of its group. What rules and reading ask of files elsewhere,
`ProjectFolder.take_asked` notes.

Noting each file that an answer reads would save little. Of 163 files of gilad-rubin/hypernodes, 64
read each other, and they take 6.5 of the 8.5 s (measured on 2026-11-28): each program reads what it
imports, and each function is read as its callers call it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from daft_lint.documents.project import ProjectFolder, absolute_path, digest_of, is_test_file

Names = Mapping[str, Collection[str]]
"""Names of modules that were looked up from files, by absolute paths, beside those they import."""


class Groups:
    """The groups of a project. All its files are one where `together`, tests like others."""

    def __init__(self, project: ProjectFolder, names: Names, *, together: bool) -> None:
        self._project = project
        self._together = together
        self._names = names
        self._files = frozenset(project.graph.files)
        self._found = self._edges()
        self._group = _joined(self._found, self._pairs())
        self._states: dict[str, str] = {}

    def _edges(self) -> dict[str, Mapping[str, str]]:
        """Each file with the modules that it leads to, which may be outside of the project."""
        graph, find = self._project.graph, self._project.modules.find
        found: dict[str, Mapping[str, str]] = {}
        waiting = [absolute_path(file) for file in self._project.with_named]
        while waiting:
            file = waiting.pop()
            if file not in found:
                more = {name: find(name, file) for name in self._names.get(file, ())}
                named = {**graph.found(file), **more}
                found[file] = {name: to for name, to in named.items() if to is not None}
                waiting.extend(found[file].values())
        return found

    def _pairs(self) -> Iterable[tuple[str, str]]:
        if self._together and self._found:
            first = next(iter(self._found))
            yield from ((first, file) for file in self._found)
        for file, found in self._found.items():
            yield from ((file, to) for to in found.values())

    @cached_property
    def _alone(self) -> frozenset[str]:
        """The tests that count for themselves alone."""
        if self._together:
            return frozenset()
        tests = {file for file in self._found if is_test_file(file)}
        importers: dict[str, list[str]] = {}
        for file, found in self._found.items():
            for to in found.values():
                importers.setdefault(to, []).append(file)
        waiting = [file for file in self._found if file not in tests]
        while waiting:
            file = waiting.pop()
            # A module that is called like a test may be set by tests that import it.
            beside = importers.get(file, ()) if is_test_file(file) else ()
            new = tests.intersection((*self._found[file].values(), *beside))
            tests -= new
            waiting += new
        return frozenset(tests)

    @cached_property
    def _tests(self) -> Mapping[str, Sequence[str]]:
        """The tests that count for themselves alone, each with those that imports connect it to."""
        alone = self._alone
        pairs = [(file, to) for file in alone for to in self._found[file].values() if to in alone]
        return _joined(alone, pairs)

    def name(self, file: str) -> str:
        """A name that the files of a group share; empty for a file that isn't there."""
        return self._group[file][0] if file in self._group else ""

    def state(self, file: str) -> str:
        """A digest of all that an answer about a file may rest on; empty if it isn't there.

        Two are the same only if all these files are.
        """
        name = self.name(file)
        if name not in self._states:
            self._states[name] = _digest(map(self._line, sorted(self._group.get(name, ()))))
        if file not in self._alone:
            return self._states[name]
        tests = sorted(self._tests[file])
        return _digest((self._states[name], *(f"{test} {self.content(test)}" for test in tests)))

    def _line(self, file: str) -> str:
        """What counts of a file for the others."""
        project, found = self._project, sorted(self._found[file].items())
        if file in self._alone:
            text = str(project.document(file) is not None)
        else:
            text = self.content(file)
        daft = project.graph.imports_daft(file), project.modules.is_of_engine(file)
        place = file in self._files, project.modules.base(file)
        return repr((file, text, daft, place, found))

    def content(self, file: str) -> str:
        """A digest of what a file holds."""
        path = Path(file)
        data = self._project.bytes_of(path)
        return "" if path in self._project.shut else digest_of(data)

    def holding(self, words: Sequence[str]) -> str:
        """A digest of the files that hold words, or may, with all that they may rest on."""
        found = map(absolute_path, self._project.holding(words))
        shut = map(absolute_path, self._project.shut)
        return _digest(f"{file} {self.state(file)}" for file in sorted({*found, *shut}))


def _joined(files: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The files that pairs connect, by each of them."""
    groups = {file: [file] for file in files}
    for one, other in pairs:
        smaller, larger = sorted((groups[one], groups[other]), key=len)
        if smaller is not larger:
            larger += smaller
            groups.update(dict.fromkeys(smaller, larger))
    return groups


def _digest(lines: Iterable[str]) -> str:
    made = blake2b(digest_size=16)
    for line in lines:
        made.update(line.encode("utf-8", "surrogatepass") + b"\0")
    return made.hexdigest()
