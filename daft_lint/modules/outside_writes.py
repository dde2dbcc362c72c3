"""Names that a program sets or changes from outside the module that binds them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.index.traversal import MUTATORS, imported_name, place_of, root_of
from daft_lint.modules.behaviour import words_of
from daft_lint.modules.source_file import SourceFile
from daft_lint.syntax.source import SourceSyntaxError, parsed
from daft_lint.values.values import Items, Mapping, Value, is_constant

_SETTERS = frozenset({"setattr", "__setattr__", "delattr", "__delattr__"})
_BY_TEXT = _SETTERS | {"__dict__", "multiple", "object", "patch", "vars"}
# Methods set attributes of their own objects, which are no modules.
_OWN = frozenset({"self", "cls"})


@dataclass(frozen=True, slots=True)
class _Writes:
    """The names of attributes that a file sets, of whatever, of others than `self`, and of imports.

    `changed` are those of lists and dicts that it imports, or that are attributes, and changes.
    """

    attributes: frozenset[str]
    foreign: frozenset[str]
    imported: frozenset[str]
    changed: frozenset[str]


class _Files:
    """All files that were looked at for some program, by the words in them."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._mentioning: dict[str, list[Document]] = defaultdict(list)
        self._by_text: list[Document] = []

    def add(self, document: Document, words: frozenset[str]) -> None:
        """A file may set what is called by one of its words, or names that stand in its texts."""
        if document.path in self._seen:
            return
        self._seen.add(document.path)
        if not words.isdisjoint(_BY_TEXT):
            self._by_text.append(document)
        for word in words:
            self._mentioning[word].append(document)

    def that_may_set(self, name: str) -> Iterator[Document]:
        """The files that may set a name."""
        yield from self._mentioning.get(name, ())
        yield from self._by_text


class OutsideWrites:
    """Tells which names the files of a program may set or change from outside their module.

    `files` are those that are read, and may grow; `imported` all that the program imports.
    """

    def __init__(
        self,
        files: Sequence[SourceFile],
        imported: Callable[[], Iterable[Document]],
        project: Project,
    ) -> None:
        self._files = files
        self._project = project
        self._waiting = [imported]
        self._looked_at = project.once(_Files, lambda _: _Files())
        # The files of the program, and how many of those that are read are among them.
        self._paths: set[str] = set()
        self._read = 0

    def look_around(self, around: Callable[[], Iterable[Document]]) -> None:
        """From now on, files that lead to the program may have set something before."""
        self._waiting.append(around)

    def may_set(self, path: str, name: str, value: Value) -> bool:
        """Whether a file may set a name of the module at another path, or change its value."""
        for document, writes in self._on(name):
            if document.path == path:
                continue
            # A function or class of that name may be a method of any object.
            if name in (writes.foreign if is_constant(value) else writes.imported):
                return True
            if isinstance(value, Items | Mapping) and name in writes.changed:
                return True
        return False

    def sets_attribute(self, name: str) -> bool:
        """Whether any file sets an attribute of that name, of whatever object."""
        return any(name in writes.attributes for _, writes in self._on(name))

    def _on(self, name: str) -> Iterator[tuple[Document, _Writes]]:
        self._look_at_new_files()
        for document in self._looked_at.that_may_set(name):
            if document.path in self._paths:
                yield document, self._writes_of(document)

    def _writes_of(self, document: Document) -> _Writes:
        return self._project.once((_writes, document), lambda _: _writes(document))

    def _look_at_new_files(self) -> None:
        new = [file.document for file in self._files[self._read :]]
        self._read += len(new)
        while self._waiting:
            new += self._waiting.pop()()
        for document in new:
            self._paths.add(document.path)
            self._looked_at.add(document, words_of(document, self._project))


def _writes(document: Document) -> _Writes:
    """What a file sets and changes, which may be more than it does."""
    tree = parsed(document.text)
    imports: set[str] = set()
    # Names that are set or changed, each with what it is an attribute of; None without it.
    stored: list[tuple[str, ast.expr]] = []
    changed: list[ast.expr] = []
    for node in () if isinstance(tree, SourceSyntaxError) else ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                imports.update(map(imported_name, node.names))
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
                stored.append((name, owner))
            case ast.Subscript(value=owner, slice=key, ctx=ast.Store() | ast.Del()):
                changed.append(owner)
                match owner, key:
                    case (
                        ast.Attribute(value=whole, attr="__dict__")
                        | ast.Call(func=ast.Name(id="vars"), args=[whole]),
                        ast.Constant(value=str(name)),
                    ):
                        stored.append((name, whole))
            case ast.AugAssign(target=ast.Name() | ast.Attribute() as target):
                changed.append(target)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in MUTATORS:
                changed.append(owner)
            case ast.Call():
                stored += _set_by_call(node)
    if "*" in imports:
        imports.update(_root(owner) for _, owner in stored)
    places = [place for place in map(place_of, changed) if place is not None]
    return _Writes(
        frozenset(name for name, _ in stored),
        frozenset(name for name, owner in stored if _root(owner) not in _OWN),
        frozenset(name for name, owner in stored if _root(owner) in ("", *imports)),
        frozenset(
            place.rpartition(".")[2].partition("[")[0]
            for place in places
            if "." in place or root_of(place) in imports
        ),
    )


def _root(owner: ast.expr) -> str:
    """The name that an attribute is of, by way of others or not; empty where there is none."""
    place = place_of(owner)
    return "" if place is None else root_of(place)


def _set_by_call(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """What `setattr` sets by a text, or a patch of a test."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in _SETTERS or name == "patch":
            pass
        case ast.Attribute(value=ast.Name(id="patch") | ast.Attribute(attr="patch")):
            pass
        case _:
            return
    for argument in call.args:
        match argument:
            case ast.Constant(value=str(text)):
                yield text.rpartition(".")[2], call.args[0]
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg, call.func
