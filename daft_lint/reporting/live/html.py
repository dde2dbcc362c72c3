"""The report on a live plan for a notebook: a piece of a page that loads and runs nothing."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from pathlib import Path

from daft_lint.documents.file_status import read_whole
from daft_lint.reporting.html import STYLE, preformatted
from daft_lint.reporting.live.text import Sheet, lines_of
from daft_lint.reporting.printable import on_one_line

_STYLES = Path(__file__).parents[1] / "templates/live.css"
# Notebooks style all elements, by selectors that only an id outweighs; none needs to have it.
_SCOPE = ":is(.daft-lint-plan, #daft-lint-plan)"
_LIGHT = "--card: #ffffff; --ink: #1b2330; --soft: #5b6675; --rule: #dfe3e9; --link: #1f5fbf; "
_LIGHT += "--red: #b3261e; --green: #1a6e54; --amber: #8a5a00;"
_DARK = "--card: #191f28; --ink: #e5e9ef; --soft: #9aa6b5; --rule: #2d3642; --link: #86b3f5; "
_DARK += "--red: #ff9e90; --green: #6fd6b5; --amber: #f2c063;"


def render(sheet: Sheet) -> str:
    """The plan as an element `div`: what a terminal shows, in a light or a dark notebook."""
    label = escape(on_one_line(sheet.summary))
    return (
        f'<div class="daft-lint-plan" role="group" aria-label="{label}">'
        f"<style>{_styles()}</style>{preformatted(lines_of(sheet, STYLE))}</div>"
    )


@lru_cache(maxsize=1)
def _styles() -> str:
    text = read_whole(_STYLES).decode()
    return text.replace("LIGHT", _LIGHT).replace("DARK", _DARK).replace("&", _SCOPE)
