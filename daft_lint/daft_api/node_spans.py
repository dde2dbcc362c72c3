"""Spans of the nodes of Python's own tree."""

from __future__ import annotations

import ast
from typing import TypeAlias

from daft_lint.documents.document import Document
from daft_lint.plan.span import Span

Placed: TypeAlias = ast.expr | ast.keyword | ast.stmt | ast.alias


def span_of(node: Placed, document: Document) -> Span:
    """Where a node stands, in characters; of a class or function, its name line alone."""
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
    if isinstance(node, ast.ClassDef):
        end_line, end_column = node.lineno, node.col_offset + len("class ") + len(node.name)
    return Span(
        document.path,
        node.lineno,
        _column(document, node.lineno, node.col_offset),
        end_line,
        _column(document, end_line, end_column),
    )


def _column(document: Document, line: int, offset: int) -> int:
    """The column of a character, counted from 1, by the bytes of UTF-8 before it."""
    text = document.line(line) or ""
    return (offset if text.isascii() else len(text.encode()[:offset].decode())) + 1
