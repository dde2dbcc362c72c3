"""Whether importing a module does something that Daft notices, by the text of what it imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.imports import imports_of, member

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# How far it is looked for a module that acts, through what a module imports.
_FARTHEST_IMPORT = 6
# What chooses a runner, or runs a frame in a line of its own of a module.
_ACTS = re.compile(
    r"set_runner|DAFT_RUNNER|\bray\.init"
    r"|^[\w)\]}][^\n]*\.(?:collect|count_rows|show|iter_\w+|to_\w+|write_\w+)\(",
    re.MULTILINE,
)


def acts(document: Document, project: Project) -> bool:
    """Whether importing a module may choose the runner or run a frame. It may say yes too often.

    What it defines is of no matter: that is looked up when it is used.
    """
    return project.once((acts, document), lambda asked: _may_act(document, asked))


def _may_act(document: Document, project: Project) -> bool:
    seen = {document.path}
    waiting = [(document, 0)]
    while waiting:
        one, far = waiting.pop()
        if _ACTS.search(one.text) is not None:
            return True
        for other in imported_by(one, project) if far < _FARTHEST_IMPORT else ():
            if other.path not in seen:
                seen.add(other.path)
                waiting.append((other, far + 1))
    return False


def imported_by(document: Document, project: Project) -> tuple[Document, ...]:
    """The modules of the project that a module imports."""
    key = imported_by, document
    return project.once(key, lambda asked: tuple(_imports(document, asked)))


def _imports(document: Document, project: Project) -> Iterator[Document]:
    for one in imports_of(document.text):
        module = project.absolute(one.module, document.path)
        if module is None:
            continue
        for name in (module, *(member(module, name) for name in one.names or ())):
            found = project.module(name, document.path) if name else None
            if found is not None:
                yield found
