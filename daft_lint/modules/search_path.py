"""The search path of a program: folders that it puts in front of the others.

`sys.path.insert(0, folder)` comes before the folder of the script. Which one it is isn't evaluated.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# What is put in the second place comes behind the folder of the script.
_PUTS_IN_FRONT = re.compile(
    r"\bpath\.insert\((?![ \t\n]*1\b)|\bsys\.path[ \t]*(?:\[[^\]\n]*\])?[ \t]*=(?!=)"
)


def may_be_elsewhere(name: str, near: str, documents: Iterable[Document], project: Project) -> bool:
    """Whether a module may be another one than that which stands nearest to the file `near`.

    So it is where one of the documents puts folders in front, and may mean a folder that has a
    module of that name too: one around the document, or one that its text speaks of.
    """
    putting = [document for document in documents if _puts_in_front(document, project)]
    if not putting:
        return False
    own = project.module_of(near)
    if own is not None and own.partition(".")[0] == name.partition(".")[0]:
        return False
    return any(
        _may_mean(folder, document)
        for folder in project.folders_with(name, near)
        for document in putting
    )


def _puts_in_front(document: Document, project: Project) -> bool:
    key = _puts_in_front, document
    return project.once(key, lambda _: _PUTS_IN_FRONT.search(document.text) is not None)


def _may_mean(folder: str, document: Document) -> bool:
    place = os.path.abspath(document.path)  # noqa: PTH100 - `resolve` follows links
    if PurePath(folder) in PurePath(place).parents:
        return True
    name = re.escape(PurePath(folder).name)
    return re.search(rf"\b{name}\b", document.text) is not None
