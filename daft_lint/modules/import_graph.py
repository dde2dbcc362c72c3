"""The import graph: which files lead to a file by imports, and which it leads to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.imports import all_imports, member
from daft_lint.documents.project import is_test_file

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

MOST_ROOTS = 100
"""At most so many of the files that lead to a file are read as programs of their own."""


def leading_to(document: Document, project: Project) -> tuple[Document, ...]:
    """The files that import a file or one of these, the nearest first, if they lead to Daft too.

    Tests are left out: they say nothing about other code.
    """
    key = leading_to, document
    return project.once(key, lambda asked: tuple(_leading_to(document, asked)))


def _leading_to(document: Document, project: Project) -> Iterator[Document]:
    found = 0
    leads = document.imports_daft
    seen = {document.path}
    waiting = deque([] if is_test_file(document.path) else [document])
    while waiting:
        for importer in project.importers(waiting.popleft().path):
            if importer.path in seen or is_test_file(importer.path):
                continue
            if found == MOST_ROOTS:
                return
            seen.add(importer.path)
            waiting.append(importer)
            if leads or project.leads_to_daft(importer.path):
                found += 1
                yield importer


def with_imported(documents: Iterable[Document], project: Project) -> Iterator[Document]:
    """Files and all that they import, each once."""
    seen: set[str] = set()
    for first in documents:
        waiting = deque([first])
        while waiting:
            document = waiting.popleft()
            if document.path not in seen:
                seen.add(document.path)
                yield document
                waiting.extend(imported_by(document, project))


def imported_by(document: Document, project: Project) -> tuple[Document, ...]:
    """The modules of the project that a module imports."""
    key = imported_by, document
    return project.once(key, lambda asked: tuple(_imports(document, asked)))


def imports_unread(document: Document, project: Project) -> bool:
    """Whether a module imports one of the project that can't be read as text."""

    def is_one_unread(asked: Project) -> bool:
        names = _imported_names(document)
        return any(asked.unread(name, document.path) is not None for name in names)

    return project.once((imports_unread, document), is_one_unread)


def _imports(document: Document, project: Project) -> Iterator[Document]:
    for name in _imported_names(document):
        found = project.module(name, document.path)
        if found is not None:
            yield found


def _imported_names(document: Document) -> Iterator[str]:
    """What a module imports by name; of the names that it takes from a module, each may be one."""
    for import_ in document.once(all_imports):
        yield import_.module
        yield from (member(import_.module, name) for name in import_.names or ())
