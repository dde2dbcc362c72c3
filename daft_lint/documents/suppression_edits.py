"""Suppression comments for findings: edits of comments alone."""

from __future__ import annotations

from daft_lint.documents.document import Document
from daft_lint.documents.statements import Statements
from daft_lint.documents.suppressions import NOQA
from daft_lint.documents.tokens import tokenized
from daft_lint.findings import Edit, Finding
from daft_lint.plan.span import Span

_BLANKS = " \t\f"


def silencing(document: Document, finding: Finding) -> Edit | None:
    """The edit that silences a finding with `# noqa: DFT101`.

    If the statement has such a comment already, also one that is meant for other linters, the code
    joins it. A new one goes to the end of the line of the finding or, where no comment can stand,
    to that of the next line of the statement. None: the finding isn't in this document, or in a
    piece of it that can't be changed.
    """
    first = next((span.line for span in finding.spans if span.path == document.path), None)
    if first is None:
        return None
    statement = Statements(document).at(first)
    for comment in tokenized(document.text).comments:
        found = NOQA.search(comment.text)
        if statement.first <= comment.line <= statement.last and found and found["codes"]:
            line = comment.line
            column = end = comment.column + found.end()
            text = f", {finding.code}"
            break
    else:
        line = statement.comment_line(first)
        written = document.line(line) or ""
        column, end = len(written.rstrip(_BLANKS)) + 1, len(written) + 1
        text = f"  # noqa: {finding.code}"
    span = Span(document.path, line, column, line, end)
    can_be_made = document.takes(document.offset(*span.start), document.offset(*span.end))
    return Edit(span, text) if can_be_made else None
