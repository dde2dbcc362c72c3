"""Styled text as a string."""

from __future__ import annotations

import io
from collections.abc import Iterable

from rich.text import Text

from daft_lint.reporting.report import Style


def painted(lines: Iterable[Text], style: Style) -> str:
    """The lines as a string, with escape sequences only where colour is wanted."""
    if not style.color:
        return "".join(f"{line.plain.rstrip()}\n" for line in lines)
    from rich.console import Console

    buffer = io.StringIO()
    console = Console(
        file=buffer,
        color_system="standard",
        force_terminal=True,
        legacy_windows=False,
        no_color=False,
        width=style.width,
    )
    for line in lines:
        line.rstrip()
        console.print(line, soft_wrap=True)
    return buffer.getvalue()
