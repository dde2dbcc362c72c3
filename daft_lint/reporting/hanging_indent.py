"""Prose with a hanging indent."""

from __future__ import annotations

from rich.text import Text

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
