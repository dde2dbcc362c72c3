"""A code frame: a place in a file with its path, its code, and a line under it."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.text import Text

from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.reporting.printable import on_one_line, printable
from daft_lint.reporting.report import Style
from daft_lint.reporting.text_layout import Excerpt, excerpt, wrapped

MARGIN_COLOR = "bright_blue"

_NARROWEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class Mark:
    """How a place is marked: the arrow before its path, its underline, and its label."""

    arrow: str
    underline: str
    color: str
    label: str = ""


def margin_width(spans: tuple[Span, ...]) -> int:
    """The cells that the line numbers of all of them need."""
    return max(len(str(span.shown.end_line)) for span in spans)


def margin(number: str, width: int) -> Text:
    """The left edge of a line of code, with its number or without."""
    return Text.assemble((f"{number:>{width}} │", MARGIN_COLOR))


def code_frame(
    span: Span,
    mark: Mark,
    source_line: Callable[[str, int], str | None],
    margin_cells: int,
    style: Style,
) -> list[Text]:
    """The lines that show a place. A place whose code is gone is only named."""
    first = source_line(span.path, span.line)
    edges = [margin("", margin_cells)] if style.verbose else []
    lines = [_place(span, mark, margin_cells), *edges]
    if first is None:
        return [*lines, *_labelled(mark, margin_cells, style)]
    span, last = _last_line(span, source_line)
    if last is None:
        end = span.end_column if span.end_line == span.line else len(first) + 1
        code = _Code(first, span.shown.line, span.column - 1, end - 1)
        return [*lines, *_marked(code, mark, mark.label, margin_cells, style), *edges]
    indent = len(last) - len(last.lstrip())
    opening = _Code(first, span.shown.line, span.column - 1, len(first))
    closing = _Code(last, span.shown.end_line, indent, span.end_column - 1)
    return [
        *lines,
        *_marked(opening, mark, "", margin_cells, style),
        *_left_out(span, margin_cells),
        *_marked(closing, mark, mark.label, margin_cells, style),
        *edges,
    ]


@dataclass(frozen=True, slots=True)
class _Code:
    """A line of code and the characters of it to underline."""

    text: str
    number: int
    start: int
    end: int


def _place(span: Span, mark: Mark, margin_cells: int) -> Text:
    place = printable(span.exact_place)
    arrow = " " * margin_cells + mark.arrow
    return Text.assemble((arrow, MARGIN_COLOR), f" {place}")


def _labelled(mark: Mark, margin_cells: int, style: Style) -> list[Text]:
    """The label of a place, in the width of its code."""
    if not mark.label:
        return []
    label = on_one_line(mark.label)
    edge = margin("", margin_cells)
    lines = wrapped(label, style.width - edge.cell_len - 1)
    return [*(edge.copy().append(f" {line}", mark.color) for line in lines), edge]


def _last_line(
    span: Span, source_line: Callable[[str, int], str | None]
) -> tuple[Span, str | None]:
    """The span without a line break at its end, and its last line where that is another one."""
    if span.end_line > span.line and span.end_column == 1:
        before = source_line(span.path, span.end_line - 1) or ""
        span = replace(span, end_line=span.end_line - 1, end_column=len(before) + 1)
    if span.end_line == span.line:
        return span, None
    return span, source_line(span.path, span.end_line)


def _left_out(span: Span, margin_cells: int) -> list[Text]:
    if span.end_line - span.line < 2:
        return []
    return [Text("." * max(margin_cells, 3), MARGIN_COLOR)]


def _marked(code: _Code, mark: Mark, label: str, margin_cells: int, style: Style) -> list[Text]:
    room = style.width - margin_cells - 3
    shown = excerpt(code.text, code.start, code.end, room)
    number = margin(str(code.number), margin_cells).append(f" {shown.text}")
    below = _below(shown, mark, on_one_line(label), room)
    edge = margin("", margin_cells)
    return [number, *(edge.copy().append(f" {line}", mark.color) for line in below)]


def _below(shown: Excerpt, mark: Mark, label: str, room: int) -> list[str]:
    """The underline with its label beside it, or under it where the line has no room."""
    underline = " " * shown.start + mark.underline * shown.length
    if not label:
        return [underline]
    if cell_len(f"{underline} {label}") <= room:
        return [f"{underline} {label}"]
    lines = wrapped(label, max(room - shown.start, min(room, _NARROWEST_LABEL)))
    indent = max(0, min(shown.start, room - max(map(cell_len, lines))))
    return [underline, *(" " * indent + line for line in lines)]
