"""Text of a report as HTML, in the colours of a terminal; pages of such text with drawings."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.terminal_theme import TerminalTheme
from rich.text import Text

from daft_lint.records import dataclass
from daft_lint.reporting.printable import printable
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import shown
from daft_lint.reporting.timeline import Timeline

STYLE = Style(color=True, width=100, verbose=True)
"""What a page and a notebook show: all details, in lines that fit on a laptop."""

# Each stands for a colour of the style sheets, which differs by light and dark.
_COLORS = {
    "--ink": (1, 0, 0),
    "--red": (2, 0, 0),
    "--green": (3, 0, 0),
    "--amber": (4, 0, 0),
    "--link": (5, 0, 0),
    "--soft": (6, 0, 0),
}
_INK, _RED, _GREEN, _AMBER, _LINK, _SOFT = _COLORS.values()
_THEME = TerminalTheme(
    _INK,
    _INK,
    [_INK, _RED, _GREEN, _AMBER, _LINK, _LINK, _LINK, _INK],
    [_SOFT, _RED, _GREEN, _AMBER, _LINK, _LINK, _LINK, _INK],
)


@dataclass(frozen=True, slots=True)
class Panel:
    """A trial as a drawing, with its title; `key` is `before` or `after` a remedy."""

    key: str
    title: str
    result: str
    what: str
    drawing: Timeline | None


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of the text, and the drawings below them."""

    lines: Sequence[Text]
    panels: tuple[Panel, ...] = ()


def preformatted(lines: Iterable[Text]) -> str:
    """The lines as an element `pre`, with the variables of a style sheet as colours."""
    console = shown(lines, io.StringIO(), STYLE.width, record=True)
    code = "<pre>{code}</pre>"
    text = console.export_html(theme=_THEME, code_format=code, inline_styles=True)
    for name, (red, green, blue) in _COLORS.items():
        text = text.replace(f"#{red:02x}{green:02x}{blue:02x}", f"var({name})")
    return text


def page(tool: str, headline: str, sections: Iterable[Section]) -> str:
    """A page of a command, which loads nothing and runs nothing.

    Raises:
        ImportError: when Jinja isn't installed.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    jinja = Environment(
        autoescape=True,
        finalize=_shown,
        loader=PackageLoader("daft_lint.reporting"),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    written = [(Markup(preformatted(section.lines)), section.panels) for section in sections]
    template = jinja.get_template("page.html.jinja")
    return template.render(tool=tool, headline=headline, sections=written)


def _shown(value: object) -> object:
    """Text without control and invisible characters; HTML stays as it is."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return printable(value.replace("\n", " "))
