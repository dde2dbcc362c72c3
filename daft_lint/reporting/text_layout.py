"""Text layout, by the cells that text takes on a terminal; styled text as a string."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from daft_lint.records import dataclass
from daft_lint.reporting.printable import printable
from daft_lint.reporting.report import Style

if TYPE_CHECKING:
    from rich.console import Console


_TAB = 4
_DOTS = "…"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of a line that fits, with the cell to underline from and the number of cells."""

    text: str
    start: int
    length: int


def end_of(text: str, width: int) -> str:
    """A text, or the end of one that is longer."""
    return text if len(text) <= width else f"{_DOTS}{text[1 - width :]}"


def wrapped(text: str, width: int) -> list[str]:
    """The lines of `text`, broken at blanks to at most `width` cells where that can be.

    Indentation is kept and words are never broken, so that paths can be copied.
    """
    return [line for written in text.splitlines() or [""] for line in _wrapped_line(written, width)]


def _wrapped_line(line: str, width: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    lines: list[str] = []
    current = ""
    for word in line.split():
        extended = f"{current} {word}" if current else indent + word
        if current and cell_len(extended) > width:
            lines.append(current)
            extended = indent + word
        current = extended
    return [*lines, current]


def excerpt(line: str, start: int, end: int, width: int) -> Excerpt:
    """The part of `line` around the characters from `start` up to `end` that fits `width` cells."""
    pieces = _pieces(line.rstrip())
    widths = [cell_len(piece) for piece in pieces]
    start = min(start, len(pieces))
    end = min(max(start, end), len(pieces))
    first, last = _window(widths, start, end, width)
    before = _DOTS if first > 0 else ""
    after = _DOTS if last < len(pieces) else ""
    return Excerpt(
        text=before + "".join(pieces[first:last]) + after,
        start=cell_len(before) + sum(widths[first:start]),
        length=max(1, sum(widths[start : min(end, last)])),
    )


def _pieces(line: str) -> list[str]:
    """Each character of a line as shown, tabs as blanks up to the next stop."""
    if line.isascii() and line.isprintable():
        return list(line)
    pieces: list[str] = []
    column = 0
    for char in line:
        blanks = " " * (_TAB - column % _TAB)
        pieces.append(blanks if char == "\t" else printable(char))
        column += cell_len(pieces[-1])
    return pieces


def _window(widths: list[int], start: int, end: int, width: int) -> tuple[int, int]:
    """The characters to show, from the first up to the last, leaving room for the dots."""
    if sum(widths) <= width:
        return 0, len(widths)
    if sum(widths[:end]) < width:
        return 0, _fitting(widths, 0, width - 1)
    room = width - 2
    first = _reaching_back(widths, start, max(room // 4, (room - sum(widths[start:end])) // 2))
    last = _fitting(widths, first, room)
    if last == len(widths):
        first = _reaching_back(widths, len(widths), room + 1)
    return first, last


def _fitting(widths: list[int], first: int, room: int) -> int:
    """The end of the longest run from `first` on that fits."""
    last = first
    while last < len(widths) and widths[last] <= room:
        room -= widths[last]
        last += 1
    return last


def _reaching_back(widths: list[int], last: int, room: int) -> int:
    """The start of the longest run up to `last` that fits."""
    first = last
    while first > 0 and widths[first - 1] <= room:
        first -= 1
        room -= widths[first]
    return first


def painted(lines: Iterable[Text], style: Style) -> str:
    """The lines as a string, with escape sequences only where colour is wanted."""
    if not style.color:
        return "".join(f"{line.plain.rstrip()}\n" for line in lines)
    buffer = io.StringIO()
    shown(lines, buffer, style.width)
    return buffer.getvalue()


def shown(
    lines: Iterable[Text], buffer: io.StringIO, width: int, *, record: bool = False
) -> Console:
    """A console that has shown the lines in colour; one that records can export them."""
    from rich.console import Console

    console = Console(
        file=buffer,
        color_system="standard",
        force_terminal=True,
        force_jupyter=False,
        legacy_windows=False,
        no_color=False,
        record=record,
        width=width,
    )
    for line in lines:
        line.rstrip()
        console.print(line, soft_wrap=True)
    return console
