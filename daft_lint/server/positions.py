"""Places in a text as daft-lint counts them, and as an editor does."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)

from daft_lint.documents.document import Document
from daft_lint.plan.span import Span
from daft_lint.records import dataclass

# Each with the bytes of its unit.
_CODECS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}


@dataclass(frozen=True, slots=True)
class Positions:
    """Turns the places of one document, in characters from 1, into those of an editor, and back.

    An editor counts from 0, in units of the `encoding` that it and the server agreed on; in a
    notebook it counts in each cell. Both end lines in the same places.
    """

    document: Document
    encoding: PositionEncodingKind

    def range_of(self, span: Span) -> Range:
        """The stretch of a span. What lies behind the end of a line or of the text stops there."""
        cell = self.document.located(span).cell
        above = cell.lines if cell is not None else 0
        start, end = (self._position(*place) for place in (span.start, span.end))
        return Range(
            Position(start.line - above, start.character),
            Position(end.line - above, end.character),
        )

    def place(self, position: Position, cell: int | None = None) -> tuple[int, int]:
        """The line and column of a position, which counts in that cell of a notebook.

        Behind the text means its end, a half of a character its start.
        """
        wanted = position.line + self._first_line(cell)
        line = min(wanted, len(self.document.lines))
        text = self._line(line) or ""
        if wanted > line:
            return line, len(text) + 1
        codec, width = _CODECS[self.encoding]
        before = text.encode(codec, "replace")[: position.character * width]
        return line, len(before.decode(codec, "ignore")) + 1

    def _position(self, line: int, column: int) -> Position:
        text = self._line(line)
        if text is None:
            line, text = len(self.document.lines), self.document.lines[-1]
            column = len(text) + 1
        codec, width = _CODECS[self.encoding]
        return Position(line - 1, len(text[: column - 1].encode(codec, "surrogatepass")) // width)

    def _line(self, number: int) -> str | None:
        """A line as the editor has it; None when there is no such line.

        A cell that is no Python is there, where its program has empty lines.
        """
        written = self.document.written_line(number)
        return self.document.line(number) if written is None else written

    def _first_line(self, cell: int | None) -> int:
        pieces = self.document.layout.pieces if self.document.layout is not None else ()
        return next((piece.first_line for piece in pieces if piece.number == cell), 1)


def meets(span: Span, first: tuple[int, int], last: tuple[int, int]) -> bool:
    """Whether a span and the stretch between two places share a character or an edge."""
    return span.start <= last and first <= span.end


def typed(
    text: str, changes: Iterable[TextDocumentContentChangeEvent], encoding: PositionEncodingKind
) -> str:
    """A text after changes by an editor, made one after the other.

    A stretch whose end is before its start is meant the other way round, as VS Code's own servers
    read it (`getWellformedRange` of vscode-languageserver-textdocument).
    """
    for change in changes:
        if not isinstance(change, TextDocumentContentChangePartial):
            text = change.text
            continue
        document = Document("", text)
        positions = Positions(document, encoding)
        places = (change.range.start, change.range.end)
        start, end = sorted(document.offset(*positions.place(place)) for place in places)
        text = text[:start] + change.text + text[end:]
    return text
