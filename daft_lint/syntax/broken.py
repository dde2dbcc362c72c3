"""Broken files: those that hold code which can't be read."""

from __future__ import annotations

from daft_lint.documents.document import Document, UnreadableDocumentError, decode
from daft_lint.syntax.source import is_program, is_too_long


def is_broken(document: Document) -> bool:
    """Whether a text, or one of its pieces, is no Python program. Texts too long to read pass."""
    if is_too_long(document.text):
        return False
    layout = document.layout
    pieces = layout.broken(document.path) if layout is not None else ()
    return not is_program(document.text) or any(True for _ in pieces)


def cant_be_read(data: bytes, path: str) -> bool:
    """Whether the bytes of a file are no text, or hold code that is broken."""
    try:
        return is_broken(decode(data, path))
    except UnreadableDocumentError:
        return True
