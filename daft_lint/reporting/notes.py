"""A note about a place, below its code."""

from __future__ import annotations

from rich.text import Text

from daft_lint.reporting.code_frame import MARGIN_COLOR
from daft_lint.reporting.hanging_indent import hanging
from daft_lint.reporting.report import Style


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
