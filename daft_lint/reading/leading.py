"""Which files lead to a file by imports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.project import is_test_file

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# Of a file that more files lead to, only so many are read as programs of their own.
_MOST_ROOTS = 100


def leading_to(document: Document, project: Project) -> Iterator[Document]:
    """The files that import a file or one of these, the nearest first.

    Tests lead to nothing but what they do themselves, and nothing is to be learnt of a test.
    """
    seen = {document.path}
    waiting = [] if is_test_file(document.path) else [document]
    while waiting:
        for one in project.importers(waiting.pop(0).path):
            if one.path in seen or is_test_file(one.path):
                continue
            if len(seen) > _MOST_ROOTS:
                return
            seen.add(one.path)
            waiting.append(one)
            yield one
