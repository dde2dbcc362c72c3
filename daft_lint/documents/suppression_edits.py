"""Suppression comments for findings: edits of comments alone."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.documents.document import Document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.statements import Statement, Statements
from daft_lint.documents.suppressions import NOQA
from daft_lint.documents.tokens import tokenized
from daft_lint.findings import Edit, Finding
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace

_BLANKS = " \t\f"

Rules = tuple[tuple[str, str], ...]
"""The codes and names of all rules."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """An edit of a comment, and the findings that are silenced after it."""

    edit: Edit
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A statement with findings, and the line where a new comment goes."""

    statement: Statement
    line: int
    findings: tuple[Finding, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(finding.code for finding in self.findings))

    @property
    def extent(self) -> tuple[int, int]:
        return self.statement.first, self.statement.last


def is_reason(text: str) -> bool:
    """Whether a text behind `ignore[...]` is read as the reason and nothing else."""
    pragmas = read_pragmas(_ignore(("DFT101",), text), "", [("DFT101", "")])
    reasons = [suppression.reason for suppression in pragmas.suppressions]
    return bool(text) and text.isprintable() and not pragmas.invalid and reasons == [text]


def annotations_for(
    document: Document, findings: Iterable[Finding], rules: Rules, reason: str = ""
) -> tuple[Annotation, ...]:
    """The comments that silence findings, one for each statement.

    A comment is `# noqa: DFT101`, and with a reason `# daft-lint: ignore[DFT101] reason`. If the
    statement has one like that already, the codes join it. A new one goes to the end of the line of
    the finding or, where no comment can stand, to that of the next line of the statement. Findings
    in a piece of a file that can't be changed have none.
    """
    annotating = _Annotating(document, rules, reason)
    made = (
        Annotation(annotating.edit(place), place.findings) for place in _places(document, findings)
    )
    return tuple(annotation for annotation in made if _can_be_made(annotation.edit, document))


def _can_be_made(edit: Edit, document: Document) -> bool:
    return document.takes(document.offset(*edit.span.start), document.offset(*edit.span.end))


def _places(document: Document, findings: Iterable[Finding]) -> list[_Place]:
    statements = Statements(document)
    places: dict[tuple[int, int], _Place] = {}
    for finding in findings:
        lines = [span.line for span in finding.spans if span.path == document.path]
        if not lines:
            continue
        statement = statements.at(lines[0])
        place = _Place(statement, statement.comment_line(lines[0]), ())
        known = places.get(place.extent, place)
        line, findings_there = min(known.line, place.line), (*known.findings, finding)
        places[place.extent] = replace(known, line=line, findings=findings_there)
    return list(places.values())


class _Annotating:
    """Annotates the statements of one document, all for the same reason."""

    def __init__(self, document: Document, rules: Rules, reason: str) -> None:
        self._document = document
        self._reason = reason
        self._tokens = tokenized(document.text)
        suppressions = read_pragmas(document.text, document.path, rules).suppressions
        self._ignores = {
            (each.first_line, each.last_line): each.span
            for each in reversed(suppressions)
            if each.reason == reason
        }

    def edit(self, place: _Place) -> Edit:
        """The edit that silences all codes of a place."""
        if self._reason and not self._speaks_of_another(place):
            comment = _ignore(place.codes, self._reason)
            return self._joined_ignore(place) or self._added(place, comment)
        comment = f"# noqa: {_listed(place.codes)}"
        return self._joined_noqa(place) or self._added(place, comment)

    def _speaks_of_another(self, place: _Place) -> bool:
        """Whether `ignore` is about the next statement: it stands in a line of comment only."""
        comment = self._tokens.comment_on(place.line)
        return comment is not None and self._tokens.meant(comment) != place.extent

    def _added(self, place: _Place, comment: str) -> Edit:
        """A comment at the end of its line, instead of blanks there."""
        line = self._document.line(place.line) or ""
        column = len(line.rstrip(_BLANKS)) + 1
        span = Span(self._document.path, place.line, column, place.line, len(line) + 1)
        return Edit(span, f"  {comment}")

    def _joined_noqa(self, place: _Place) -> Edit | None:
        """The codes behind those of a `noqa`, also of one that is meant for other linters."""
        for line in range(place.statement.first, place.statement.last + 1):
            comment = self._tokens.comment_on(line)
            found = NOQA.search(comment.text) if comment is not None else None
            if comment is not None and found is not None and found["codes"]:
                return self._inserted(line, comment.column + found.end(), place)
        return None

    def _joined_ignore(self, place: _Place) -> Edit | None:
        """The codes inside the brackets of an `ignore` for the same reason."""
        span = self._ignores.get(place.extent)
        if span is None:
            return None
        line = self._document.line(span.line) or ""
        return self._inserted(span.line, line.index("]", span.column) + 1, place)

    def _inserted(self, line: int, column: int, place: _Place) -> Edit:
        span = Span(self._document.path, line, column, line, column)
        return Edit(span, f", {_listed(place.codes)}")


def _ignore(codes: tuple[str, ...], reason: str) -> str:
    return f"# daft-lint: ignore[{_listed(codes)}] {reason}"


def _listed(codes: tuple[str, ...]) -> str:
    return ", ".join(codes)
