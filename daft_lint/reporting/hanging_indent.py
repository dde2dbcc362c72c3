"""Prose and notes with a hanging indent."""

from __future__ import annotations

from rich.text import Text

from daft_lint.reporting.code_frame import MARGIN_COLOR
from daft_lint.reporting.printable import printable_lines
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import wrapped

_WIDEST_PROSE = 100
_NARROWEST_PROSE = 16


def hanging(head: Text, text: str, color: str, style: Style) -> list[Text]:
    """`text` after `head`, its further lines indented as far as the first one starts.

    Line breaks in `text` are kept.
    """
    indent = " " * head.cell_len
    room = max(_NARROWEST_PROSE, min(style.width, _WIDEST_PROSE) - head.cell_len)
    first, *others = wrapped(printable_lines(text, unicode=style.unicode), room)
    return [head.append(first, color), *(Text(indent + line, color) for line in others)]


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
