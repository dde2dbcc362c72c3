"""Prose and notes with a hanging indent, and cells below each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from rich.text import Text

from daft_lint.reporting.code_frame import MARGIN_COLOR
from daft_lint.reporting.printable import on_one_line, printable_lines
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import wrapped

INDENT = "  "
GAP = "  "
QUIET = "bright_black"
_WIDEST_PROSE = 100
_NARROWEST_PROSE = 16


def hanging(head: Text, text: str, color: str, style: Style) -> list[Text]:
    """`text` after `head`, its further lines indented as far as the first one starts.

    Line breaks in `text` are kept.
    """
    indent = " " * head.cell_len
    room = max(_NARROWEST_PROSE, min(style.width, _WIDEST_PROSE) - head.cell_len)
    first, *others = wrapped(printable_lines(text), room)
    return [head.append(first, color), *(Text(indent + line, color) for line in others)]


def paragraph(head: str | Text, text: str, color: str, style: Style) -> list[Text]:
    """The same, line breaks taken for blanks."""
    start = Text(head) if isinstance(head, str) else head
    return hanging(start, on_one_line(text), color, style)


def columns(rows: Sequence[Sequence[Text]], right: Collection[int] = ()) -> list[Text]:
    """A line for each row, its cells below those of others; some columns end at their `right`."""
    cells = zip_longest(*rows, fillvalue=Text())
    widths = [max(cell.cell_len for cell in column) for column in cells]
    for row in rows:
        for place, cell in enumerate(row):
            pad = cell.pad_left if place in right else cell.pad_right
            pad(widths[place] - cell.cell_len)
    return [Text(GAP).join(row) for row in rows]


def note(
    label: str, text: str, margin_cells: int, style: Style, *, color: str = "bold"
) -> list[Text]:
    """`= label: text`, the sign at the margin of the code. Only the label takes the colour."""
    head = Text.assemble((" " * margin_cells + " = ", MARGIN_COLOR), (f"{label}:", color), " ")
    return hanging(head, text, "", style)


def left_out(what: str, margin_cells: int) -> Text:
    """`... and 3 more places (-v)`."""
    return Text(f"{' ' * margin_cells}... and {what} (-v)", MARGIN_COLOR)


def note_indent(margin_cells: int) -> str:
    """The blanks that put a line below the label of a note."""
    return " " * (margin_cells + 3)
