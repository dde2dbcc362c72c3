"""What the files of a program do to names of other modules, by the index of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.index.building import index_of_text
from daft_lint.index.effects import NO_EFFECTS, Effect, Effects, effects_of
from daft_lint.reading.source_file import SourceFile
from daft_lint.reading.values import Items, Mapping, Value, is_constant

# Methods set attributes of their own objects, which are no modules.
_OWN = frozenset({"self", "cls"})


class Meddling:
    """Tells which names the files of a program may set or change from outside their module.

    `files` are those that are read, `imported` all that the program imports. They may grow: those
    that were searched once aren't searched again.
    """

    def __init__(
        self,
        files: Sequence[SourceFile],
        imported: Callable[[], Iterable[Document]],
        project: Project,
    ) -> None:
        self._files = files
        self._imported = imported
        self._project = project
        self._around: Callable[[], Sequence[Document]] = tuple
        # How many files were searched in vain; None where something was found.
        self._searched: dict[tuple[str, str, bool, bool], int | None] = {}

    def look_around(self, around: Callable[[], Sequence[Document]]) -> None:
        """From now on, files that lead to the program may have set something before."""
        self._around = around
        self._searched = {key: None for key, done in self._searched.items() if done is None}

    def any_file(self, path: str, name: str, value: Value) -> bool:
        """Whether any file may change a constant of the module at a path, or set another name."""
        return self._is_changed(path, name, value, others_only=not is_constant(value))

    def other_than(self, path: str, name: str, value: Value) -> bool:
        """Whether a file other than the module itself may do so."""
        return self._is_changed(path, name, value, others_only=True)

    def _is_changed(self, path: str, name: str, value: Value, *, others_only: bool) -> bool:
        is_container = isinstance(value, Items | Mapping)
        key = path, name, is_container, others_only
        done = self._searched.get(key, 0)
        if done is None:
            return True
        read = (file.document for file in self._files[done:])
        others = () if done else (*self._imported(), *self._around())
        for document in dict.fromkeys((*read, *others)):
            is_own = document.path == path
            # To search for a plain word first takes a tenth of the time.
            if (others_only and is_own) or name not in document.text:
                continue
            effects = self._effects(document)
            if any(
                _is_on_container(effect, effects, is_own=is_own)
                if effect.change
                else _sets(effect, effects, by_import=not is_constant(value))
                for effect in effects.on(name)
                if is_container or not effect.change
            ):
                self._searched[key] = None
                return True
        self._searched[key] = len(self._files)
        return False

    def _effects(self, document: Document) -> Effects:
        return self._project.once((effects_of, document), lambda _: _effects_of(document))


def _effects_of(document: Document) -> Effects:
    index = index_of_text(document.text)
    return NO_EFFECTS if index is None else effects_of(index)


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
