"""Monkeypatches: what the files of a program do to names of other modules, by the index of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.index.effects import NO_EFFECTS, SETTERS, Effect, Effects, effects_of
from daft_lint.modules.behaviour import words_of
from daft_lint.modules.source_file import SourceFile
from daft_lint.syntax.source import SourceSyntaxError, parsed
from daft_lint.values.values import Items, Mapping, Value, is_constant

# Methods set attributes of their own objects, which are no modules.
_OWN = frozenset({"self", "cls"})


class _Found:
    """The effects in all files that were looked at, by the name that they are on.

    A file is looked at once a name is asked for that it mentions.
    """

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._waiting: dict[str, list[Document]] = {}
        self._indexed: set[str] = set()
        self._on: dict[str, list[tuple[str, Effect, Effects]]] = {}

    def add(self, document: Document, words: frozenset[str]) -> None:
        """A file may have effects on what is called by one of the words that it mentions."""
        if document.path in self._seen:
            return
        self._seen.add(document.path)
        if not words.isdisjoint(SETTERS):
            # The names that it sets may stand in texts.
            self._look_at(document)
            return
        for word in words:
            self._waiting.setdefault(word, []).append(document)

    def on(self, name: str) -> Sequence[tuple[str, Effect, Effects]]:
        """The effects on a name, each with the path of its file and all of that."""
        for document in self._waiting.pop(name, ()):
            self._look_at(document)
        return self._on.get(name, ())

    def _look_at(self, document: Document) -> None:
        if document.path in self._indexed:
            return
        self._indexed.add(document.path)
        effects = _effects_of(document)
        for name, those in effects.by_name.items():
            self._on.setdefault(name, []).extend(
                (document.path, effect, effects) for effect in those
            )


class Monkeypatches:
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
        self._found = project.once(_Found, lambda _: _Found())
        # The files of the program, and how many of those that are read are among them.
        self._paths: set[str] = set()
        self._read = 0

    def look_around(self, around: Callable[[], Iterable[Document]]) -> None:
        """From now on, files that lead to the program may have set something before."""
        self._waiting.append(around)

    def any_file(self, path: str, name: str, value: Value) -> bool:
        """Whether any file may change a constant of the module at a path, or set another name."""
        return self._is_changed(path, name, value, others_only=not is_constant(value))

    def other_than(self, path: str, name: str, value: Value) -> bool:
        """Whether a file other than the module itself may do so."""
        return self._is_changed(path, name, value, others_only=True)

    def sets_attribute(self, name: str) -> bool:
        """Whether any file sets an attribute of that name, of whatever object."""
        self._look_at_new_files()
        found = self._found.on(name)
        return any(place in self._paths and not effect.change for place, effect, _ in found)

    def _is_changed(self, path: str, name: str, value: Value, *, others_only: bool) -> bool:
        self._look_at_new_files()
        is_container = isinstance(value, Items | Mapping)
        for place, effect, effects in self._found.on(name):
            is_own = place == path
            if place not in self._paths or (others_only and is_own):
                continue
            if effect.change:
                if is_container and _is_on_container(effect, effects, is_own=is_own):
                    return True
            elif _sets(effect, effects, by_import=not is_constant(value)):
                return True
        return False

    def _look_at_new_files(self) -> None:
        new = [file.document for file in self._files[self._read :]]
        self._read += len(new)
        while self._waiting:
            new += self._waiting.pop()()
        for document in new:
            self._paths.add(document.path)
            self._found.add(document, words_of(document, self._project))


def _effects_of(document: Document) -> Effects:
    tree = parsed(document.text)
    return NO_EFFECTS if isinstance(tree, SourceSyntaxError) else effects_of(tree)


def _sets(effect: Effect, effects: Effects, *, by_import: bool) -> bool:
    """Whether an attribute is set; `by_import`, of something that the file imports."""
    return effect.root not in _OWN and (not by_import or effects.imports(effect.root))


def _is_on_container(effect: Effect, effects: Effects, *, is_own: bool) -> bool:
    """Whether a file changes a container that is its own or imported, or an attribute's.

    What its module does outside of functions is followed when that is read.
    """
    if is_own:
        return not effect.at_import
    return effect.root != effect.name or effects.imports(effect.name)
