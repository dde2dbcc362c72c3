"""Lines of text put on paper or on a terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from daft_lint.reporting.cells import wrapped
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Style

INDENT = "  "
GAP = "  "
QUIET = "bright_black"

_NARROWEST_PROSE = 16


def paragraph(head: str | Text, text: str, color: str, style: Style) -> list[Text]:
    """`text` after `head`, its further lines indented as far as the first one starts."""
    start = Text(head) if isinstance(head, str) else head
    room = max(_NARROWEST_PROSE, style.width - start.cell_len)
    indent = " " * start.cell_len
    first, *others = wrapped(on_one_line(text, unicode=style.unicode), room)
    return [start.append(first, color), *(Text(indent).append(one, color) for one in others)]


def left(text: str, cells: int) -> str:
    """`text` at the left of so many cells."""
    return text + " " * (cells - cell_len(text))


def right(text: str, cells: int) -> str:
    """`text` at the right of so many cells."""
    return " " * (cells - cell_len(text)) + text
