"""What the files of a program do to names of other modules, by their texts alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.reading.attribute_names import Owners, attributes_set
from daft_lint.reading.changes import MUTATORS
from daft_lint.reading.source_file import SourceFile
from daft_lint.reading.values import Items, Mapping, Value, is_constant

_MUTATORS = "|".join(sorted(MUTATORS))
# Methods set attributes of their own objects, which are no modules.
_OWN = frozenset({"self", "cls"})


class Meddling:
    """Tells which names the files of a program may set or change from outside their module.

    `files` may grow: those that were searched once aren't searched again.
    """

    def __init__(self, files: Sequence[SourceFile], project: Project) -> None:
        self._files = files
        self._project = project
        self._set: dict[str, Owners] = {}
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
        around = () if done else self._around()
        for document in (*(file.document for file in self._files[done:]), *around):
            is_own = document.path == path
            if others_only and is_own:
                continue
            is_set = self._is_set(name, document, by_import=not is_constant(value))
            if is_set or (
                is_container and _is_changed_in_place(name, document.text, is_own=is_own)
            ):
                self._searched[key] = None
                return True
        self._searched[key] = len(self._files)
        return False

    def _is_set(self, name: str, document: Document, *, by_import: bool) -> bool:
        """Whether a file sets an attribute of a name; `by_import`, of something that it imports."""
        if document.path not in self._set:
            key = attributes_set, document
            said = self._project.once(key, lambda _: attributes_set(document.text))
            self._set[document.path] = said
        owners = self._set[document.path].get(name, frozenset())
        return any(
            one not in _OWN and (not by_import or _imports(one, document.text)) for one in owners
        )


def _is_changed_in_place(name: str, text: str, *, is_own: bool) -> bool:
    """Whether a text changes a container that is its own or imported, or an attribute's.

    What a line of its module does that is in no function is followed when the module is read.
    """
    # To search for a plain word first takes a tenth of the time.
    for found in _changed_in_place(name).finditer(text) if name in text else ():
        if is_own and _starts_line(found.start(), text):
            continue
        if is_own or found["owned"] or found["deleted"] or _imports(name, text):
            return True
    return False


def _starts_line(place: int, text: str) -> bool:
    return place == 0 or text[place - 1] == "\n"


def _imports(name: str, text: str) -> bool:
    return re.search(rf"\bimport\b[^=]*?(?:\b{name}\b|\*)", text) is not None


@lru_cache(maxsize=1_000)
def _changed_in_place(name: str) -> re.Pattern[str]:
    """`NAME[...] = ...`, `NAME.append(...)`, `del NAME[...]`."""
    return re.compile(
        rf"(?:(?P<owned>\.)|(?<![\w.])){name}"
        rf"[ \t]*(?:\[[^\n]*\][ \t]*[-+*/|&]*=(?!=)|\.(?:{_MUTATORS})\b|[-+*/|&]+=)"
        rf"|(?P<deleted>del)[ \t]+[\w.]*\b{name}\["
    )
