"""Text layout of lines for paper or a terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from daft_lint.reporting.hanging_indent import hanging
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Style

INDENT = "  "
GAP = "  "
QUIET = "bright_black"


def paragraph(head: str | Text, text: str, color: str, style: Style) -> list[Text]:
    """`text` hanging on `head`, its own line breaks taken for blanks."""
    start = Text(head) if isinstance(head, str) else head
    return hanging(start, on_one_line(text, unicode=style.unicode), color, style)


def left(text: str, cells: int) -> str:
    """`text` at the left of so many cells."""
    return text + " " * (cells - cell_len(text))


def right(text: str, cells: int) -> str:
    """`text` at the right of so many cells."""
    return " " * (cells - cell_len(text)) + text
