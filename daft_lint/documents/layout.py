"""Programs made of pieces of a file: the cells of a notebook, the Python blocks of Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum

from daft_lint.plan.span import Cell, Span
from daft_lint.records import dataclass, replace

Change = tuple[int, int, str]
"""The first and last of some characters, counted from 0, and the text that replaces them."""


LINE_END = re.compile(r"\r\n|\r|\n")
"""The end of a line in Python's source code."""


LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""A line with its end, or the last one without."""


class FileKind(Enum):
    """Files whose program is only a part of them."""

    NOTEBOOK = "notebook"
    MARKDOWN = "Markdown"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Characters of a program, counted in its piece, that stand for something other than Python.

    Nothing may come before one that is the `head` of its piece.
    """

    start: int
    end: int
    source: str
    head: bool = False


@dataclass(frozen=True, slots=True)
class BrokenPiece:
    """Why a piece isn't Python, and where; line and column count from 1 in the piece."""

    message: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a file, as the characters of the program that it makes up.

    `first_line` is the line of the program that it starts on. `number` counts all cells of a
    notebook from 1; it is None for Markdown. `margin`, or as many other characters, stands before
    each line in the file only. `glue` is the end of its
    text that only the program has. One that is `closed` stays as it is.
    """

    start: int
    end: int
    first_line: int
    number: int | None = None
    margin: str = ""
    glue: str = ""
    hidden: tuple[Hidden, ...] = ()
    closed: bool = False
    broken: BrokenPiece | None = None

    def cell(self, line: int) -> Cell:
        """How people count places in a line of it."""
        lines = 0 if self.number is None else self.first_line - 1
        return Cell(self.number, lines, len(self.margin))

    def source(self, text: str) -> str:
        """The text of the file, without margins, for a text of the program."""
        own = text[self.start : self.end]
        for hidden in reversed(self.hidden):
            own = own[: hidden.start] + hidden.source + own[hidden.end :]
        end = self.glue
        while end and not own.endswith(end):
            # Edits may take the end of the last line with them.
            end = end[1:]
        return own[: len(own) - len(end)]

    def takes(self, start: int, end: int) -> bool:
        """Whether those characters of the program may be replaced."""
        inside = self.start <= start and end <= self.end
        return inside and not self.closed and not self._hides(start, end)

    def _hides(self, start: int, end: int) -> bool:
        start, end = start - self.start, end - self.start
        return any(
            start < hidden.end
            and (
                hidden.start < end
                or hidden.start < start
                or (hidden.head and hidden.start == start)
            )
            for hidden in self.hidden
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """The pieces of a program, in its order."""

    kind: FileKind
    pieces: tuple[Piece, ...]

    def located(self, span: Span) -> Span:
        """The span with the cell that it starts in."""
        piece = self._piece_at(span.line)
        return span if piece is None else replace(span, cell=piece.cell(span.line))

    def broken(self, path: str) -> Iterable[tuple[str, Span]]:
        """Each piece that isn't Python: why, and where."""
        for piece in self.pieces:
            if piece.broken is not None:
                line, column = piece.first_line + piece.broken.line - 1, piece.broken.column
                span = Span(path, line, column, line, column + 1, piece.cell(line))
                yield piece.broken.message, span

    def unread(self, text: str, path: str) -> Iterable[tuple[str, Span]]:
        """What the program leaves out, such as magics: its text, and the place that it had."""
        for piece in self.pieces:
            for hidden in piece.hidden:
                before = LINE_END.split(text[piece.start : piece.start + hidden.start])
                line, column = piece.first_line + len(before) - 1, len(before[-1]) + 1
                yield hidden.source, Span(path, line, column, line, column, piece.cell(line))

    def takes(self, start: int, end: int) -> bool:
        """Whether characters of the program stand in one piece that may be changed there."""
        return self._taking(start, end) is not None

    def changed(self, changes: Sequence[Change], text: str) -> Layout:
        """The layout of a text after changes to it, which are ordered and don't touch.

        Raises:
            ValueError: when one of them can't be made in one piece.
        """
        edited: dict[int, list[Change]] = {}
        for change in changes:
            place = self._taking(change[0], change[1])
            if place is None:
                raise ValueError("the change would span several pieces of code")
            edited.setdefault(place, []).append(change)
        pieces: list[Piece] = []
        moved = moved_lines = 0
        for place, piece in enumerate(self.pieces):
            own = edited.get(place, [])
            pieces.append(_changed(piece, own, moved, moved_lines))
            moved += sum(len(new) - (end - start) for start, end, new in own)
            moved_lines += sum(_lines(new) - _lines(text[start:end]) for start, end, new in own)
        return replace(self, pieces=tuple(pieces))

    def written_line(self, number: int, text: str) -> str | None:
        """A line of the program as its piece has it in the file; None when there is none."""
        piece = self._piece_at(number)
        if piece is None:
            return None
        lines = LINE_END.split(piece.source(text))
        place = number - piece.first_line
        return lines[place] if place < len(lines) else None

    def _piece_at(self, line: int) -> Piece | None:
        place = bisect_right(self.pieces, line, key=lambda piece: piece.first_line) - 1
        return self.pieces[place] if place >= 0 else None

    def _taking(self, start: int, end: int) -> int | None:
        place = bisect_right(self.pieces, start, key=lambda piece: piece.start) - 1
        return place if place >= 0 and self.pieces[place].takes(start, end) else None


def _changed(piece: Piece, changes: Iterable[Change], moved: int, moved_lines: int) -> Piece:
    grown = 0
    hidden = list(piece.hidden)
    for start, end, new in changes:
        by = len(new) - (end - start)
        behind = end - piece.start + grown
        hidden = [
            replace(hidden_line, start=hidden_line.start + by, end=hidden_line.end + by)
            if hidden_line.start >= behind
            else hidden_line
            for hidden_line in hidden
        ]
        grown += by
    return replace(
        piece,
        start=piece.start + moved,
        end=piece.end + moved + grown,
        first_line=piece.first_line + moved_lines,
        hidden=tuple(hidden),
    )


def _lines(text: str) -> int:
    """The ends of lines in a text, as Python counts them."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")
