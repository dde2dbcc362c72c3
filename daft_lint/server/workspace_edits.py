"""Workspace edits, made from edits of the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from lsprotocol.types import (
    OptionalVersionedTextDocumentIdentifier,
    PositionEncodingKind,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.plan.span import Span
from daft_lint.server.buffers import Buffers
from daft_lint.server.positions import Positions

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def workspace_edit(
    edits: Iterable[Edit],
    buffers: Buffers,
    encoding: PositionEncodingKind,
    *,
    versioned: bool,
) -> WorkspaceEdit:
    """The edits of any number of files as one change.

    If `versioned`, an editor refuses them once a text is no longer the one they are for. Only
    editors that know `documentChanges` understand those.

    Raises:
        UnreadableDocumentError: when a file to change can't be read.
    """
    by_name: dict[tuple[str, int | None], list[TextEdit]] = {}
    for edit in sorted(edits, key=lambda edit: edit.span):
        positions = Positions(buffers.document(edit.span.path), encoding)
        texts = by_name.setdefault(buffers.named(edit.span), [])
        texts.append(TextEdit(positions.range_of(edit.span), edit.text))
    if versioned:
        return WorkspaceEdit(
            document_changes=[
                TextDocumentEdit(
                    OptionalVersionedTextDocumentIdentifier(uri=uri, version=version), texts
                )
                for (uri, version), texts in by_name.items()
            ]
        )
    return WorkspaceEdit(changes={uri: texts for (uri, _), texts in by_name.items()})


def rewriting(before: Mapping[str, Document], after: Mapping[str, Document]) -> Iterator[Edit]:
    """The edits that make texts into others, by path: whole lines, and only those that differ."""
    for path, document in before.items():
        old, new = (list(_pieces(each_document)) for each_document in (document, after[path]))
        for (first_line, text), (_, other) in zip(old, new, strict=True):
            yield from _differences(path, first_line, text, other)


def _pieces(document: Document) -> Iterator[tuple[int, str]]:
    """The parts of a text that stay apart, such as the cells of a notebook, and their lines."""
    if document.layout is None:
        yield 1, document.text
        return
    for piece in document.layout.pieces:
        yield piece.first_line, document.text[piece.start : piece.end]


def _differences(path: str, first_line: int, before: str, after: str) -> Iterator[Edit]:
    old, new = _lines(before), _lines(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind != "equal":
            span = Span(path, first_line + start, 1, first_line + end, 1)
            yield Edit(span, "".join(new[new_start:new_end]))


def _lines(text: str) -> list[str]:
    """The lines with their ends."""
    return _LINE.findall(text)
