"""Styled text as a string."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from daft_lint.reporting.report import Style

if TYPE_CHECKING:
    from rich.console import Console


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
