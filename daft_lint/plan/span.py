"""A span of a file."""

from __future__ import annotations

from daft_lint.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a file whose code is only a part of it: a notebook's cell, a block in Markdown.

    `number` counts all cells of a notebook from 1; None where lines are those of the file. People
    count `lines` lines of the program less, and `columns` characters more, than it has before a
    place in the piece.
    """

    number: int | None
    lines: int = 0
    columns: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file, from its first character up to the one after its last.

    Lines and columns count from 1; columns count characters, not bytes. Those of a notebook or of
    Markdown count in the program that its code makes up; `cell` tells how people count them.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    cell: Cell | None = field(default=None, compare=False)

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of its first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """Line and column behind its last character."""
        return self.end_line, self.end_column

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """Another stretch of the same file, and of the same cell, by its lines and columns."""
        return Span(self.path, *start, *end, self.cell)

    def holds(self, other: Span) -> bool:
        """Whether all of another span is part of this one."""
        return self.path == other.path and self.start <= other.start and other.end <= self.end

    @property
    def shown(self) -> Span:
        """The same stretch with lines and columns as people count them, to be shown only."""
        cell = self.cell
        if cell is None:
            return self
        return Span(
            self.path,
            self.line - cell.lines,
            self.column + cell.columns,
            self.end_line - cell.lines,
            self.end_column + cell.columns,
            Cell(cell.number),
        )

    @property
    def shown_path(self) -> str:
        """The file, and which cell of it: `drafts.ipynb:cell 3`."""
        number = self.cell_number
        return self.path if number is None else f"{self.path}:cell {number}"

    @property
    def cell_number(self) -> int | None:
        """Which cell of a notebook it stands in, counted from 1; None in other files."""
        return None if self.cell is None else self.cell.number

    @property
    def shown_line(self) -> str:
        """The line that it starts on, in words: `line 12`, `line 3 of cell 2`."""
        number = self.cell_number
        line = f"line {self.shown.line}"
        return line if number is None else f"{line} of cell {number}"

    @property
    def shown_last_line(self) -> str:
        """The line that it ends on, in the same words."""
        return replace(self, line=self.end_line).shown_line

    def line_from(self, other: Span) -> str:
        """The line that it starts on, in words, to be said at another place."""
        return self._from(self.shown_line, other)

    def last_line_from(self, other: Span) -> str:
        """The line that it ends on, in words, to be said at another place."""
        return self._from(self.shown_last_line, other)

    def _from(self, line: str, other: Span) -> str:
        return line if self.path == other.path else f"{line} of {self.path}"

    @property
    def line_label(self) -> str:
        """The line that it starts on, for a table: `12`, `cell 2:3`."""
        number = self.cell_number
        line = str(self.shown.line)
        return line if number is None else f"cell {number}:{line}"

    @property
    def place(self) -> str:
        """Where it starts, as people are shown it: `a.py:12`, `drafts.ipynb:cell 3:12`."""
        return f"{self.shown_path}:{self.shown.line}"

    @property
    def exact_place(self) -> str:
        """The same with the column: `a.py:12:5`, `drafts.ipynb:cell 3:12:5`."""
        return f"{self.place}:{self.shown.column}"
