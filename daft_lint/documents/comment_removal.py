"""Edits that take comments out of a program, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from daft_lint.documents.document import Document
from daft_lint.documents.suppressions import NOQA, Suppression
from daft_lint.documents.tokens import tokenized
from daft_lint.findings import Edit
from daft_lint.plan.span import Span

_BLANKS = " \t\f"
# A reason may say `#12`; any other `#` starts a comment of its own.
_OTHER = re.compile(r"(?<=[ \t])#(?=[ \ta-zA-Z])")


def without_selector(document: Document, suppression: Suppression, selector: str) -> Edit:
    """The edit that takes one selector out of a comment, or all of the comment when it is the last.

    Codes of other linters and other text in the comment stay. A line with nothing else is deleted.
    """
    span = suppression.span
    text = document.lines[span.line - 1][span.column - 1 : span.end_column - 1]
    items = list(_items(text))
    place = next(
        at for at, item in enumerate(items) if selector in (item.group(), item.group().upper())
    )
    if len(items) == 1:
        return without(document, span)
    first, last = items[place].span()
    if place == 0:
        last = items[1].start()
    else:
        first = items[place - 1].end()
    return Edit(_part(span, first, last), "")


def without(document: Document, pragma: Span) -> Edit:
    """The edit that removes a pragma, and its comment too if nothing else is in it."""
    line = document.lines[pragma.line - 1]
    before = line[: pragma.column - 1]
    other = _OTHER.search(line, pragma.column)
    rest = line[min(pragma.end_column - 1, other.start() if other else len(line)) :].strip(_BLANKS)
    if rest:
        end = len(line.rstrip(_BLANKS)) - len(rest) + 1
        gone = Span(pragma.path, pragma.line, pragma.column, pragma.line, end)
        return Edit(gone, "" if rest.startswith("#") else "# ")
    comment = tokenized(document.text).comment_on(pragma.line)
    if comment is not None and comment.alone and comment.column == pragma.column:
        return Edit(Span(pragma.path, pragma.line, 1, pragma.line + 1, 1), "")
    start = len(before.rstrip(_BLANKS)) + 1
    return Edit(Span(pragma.path, pragma.line, start, pragma.line, len(line) + 1), "")


def _items(text: str) -> Iterator[re.Match[str]]:
    """The selectors of a comment, those of other linters too."""
    noqa = NOQA.match(text)
    if noqa is not None:
        return re.compile(r"[^,\s]+").finditer(text, *noqa.span("codes"))
    start, end = text.index("[") + 1, text.index("]")
    return re.compile(r"[^,\s](?:[^,]*[^,\s])?").finditer(text, start, end)


def _part(span: Span, first: int, last: int) -> Span:
    return Span(span.path, span.line, span.column + first, span.line, span.column + last)
