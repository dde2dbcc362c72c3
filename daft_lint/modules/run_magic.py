"""Names that a notebook has bound and that a file binds anew which it runs by `%run`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.unread_bindings import bound_in

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_RUN = re.compile(r"%run(?:[ \t]+-\w+)*[ \t]+[\"']?(?P<file>[^\s\"']+)")
# Databricks exports a notebook as Python, with its magics in comments.
_EXPORTED = "# Databricks notebook source"
_RUN_BY_COMMENT = re.compile(rf"^# MAGIC[ \t]+{_RUN.pattern}", re.MULTILINE)


def bound_by_run(document: Document, project: Project) -> frozenset[str]:
    """The names that nobody knows in a notebook, since another file binds them too.

    Names that this file imports are taken to mean what everybody means by them. Of one out of
    sight, a notebook itself has forgotten by then what it bound, but the comments of an export
    have done nothing.
    """
    found: set[str] = set()
    for place, file in _runs(document):
        above = document.text[:place]
        run = _document(file, document.path, project)
        if run is not None:
            found |= {*bound_in(above)} & {*bound_in(run.text, imports=False)}
        if document.layout is None and (run is None or _binds_more(run)):
            found |= {*bound_in(above, imports=False)}
    return frozenset(found)


def _runs(document: Document) -> Iterator[tuple[int, str]]:
    """The files that are run, each with how many characters stand above."""
    if document.layout is not None:
        for piece in document.layout.pieces:
            for hidden in piece.hidden:
                magic = _RUN.match(hidden.source)
                if magic is not None:
                    yield piece.start + hidden.start, magic["file"]
    elif document.text.startswith(_EXPORTED):
        for line in _RUN_BY_COMMENT.finditer(document.text):
            yield line.start(), line["file"]


def _document(file: str, near: str, project: Project) -> Document | None:
    name = file.removeprefix("./").removesuffix(".py").replace("/", ".")
    return project.module(name, near)


def _binds_more(run: Document) -> bool:
    """Whether a file that is run binds names that it doesn't say itself."""
    return "%run" in run.text or "import *" in run.text
