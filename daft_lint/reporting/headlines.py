"""The headline of a finding or a failure, with the code it is about."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from daft_lint.findings import Finding, Severity
from daft_lint.records import replace
from daft_lint.reporting.code_frame import MARGIN_COLOR, Mark, code_frame, margin_width
from daft_lint.reporting.hanging_indent import hanging, left_out
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Failure, Style

COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_NARROWEST = 40
_MOST_PLACES = 2


def readable(style: Style) -> Style:
    """The style with the width that code and prose need at least."""
    return replace(style, width=max(style.width, _NARROWEST))


def opened(
    finding: Finding, source_line: Callable[[str, int], str | None], style: Style
) -> list[Text]:
    """The headline of a finding, a frame for its place, and what it rests on."""
    margin_cells = margin_of(finding, style)
    lines = headline(finding, style)
    mark = Mark("-->", "^", COLORS[finding.severity])
    lines += code_frame(finding.span, mark, source_line, margin_cells, style)
    if not style.verbose:
        return lines + places(finding, margin_cells, style)
    for related in finding.related:
        mark = Mark(":::", "-", MARGIN_COLOR, related.message)
        lines += code_frame(related.span, mark, source_line, margin_cells, style)
    return lines


def margin_of(finding: Finding, style: Style) -> int:
    """The cells that the numbers of the lines that are shown need."""
    return margin_width(finding.spans if style.verbose else (finding.span,))


def places(finding: Finding, margin_cells: int, style: Style) -> list[Text]:
    """A line for each place that a finding rests on: unless verbose for those to change first."""
    edited = {(edit.span.path, edit.span.line) for fix in finding.fixes for edit in fix.edits}
    related = sorted(
        finding.related, key=lambda place: (place.span.path, place.span.line) not in edited
    )
    shown = finding.related if style.verbose else related[:_MOST_PLACES]
    indent = " " * margin_cells
    lines: list[Text] = []
    for place in shown:
        here = place.span.path == finding.span.path
        text = f"{place.span.shown_line if here else place.span.place}: {place.message}"
        lines += hanging(Text(f"{indent}::: ", MARGIN_COLOR), text, "", style)
    hidden = len(related) - len(shown)
    if hidden:
        lines.append(left_out(counted(hidden, "more place"), margin_cells))
    return lines


def failed(failure: Failure, style: Style) -> list[Text]:
    """The file that could not be checked, and why."""
    head = Text.assemble(("error", f"bold {COLORS[Severity.ERROR]}"), ": ")
    text = f"{failure.path}: {on_one_line(failure.message)}"
    return hanging(head, text, "bold", style)


def headline(finding: Finding, style: Style) -> list[Text]:
    """The problem, and its rule."""
    color = f"bold {COLORS[finding.severity]}"
    head = Text.assemble((f"{finding.severity.value}[{finding.code}]", color), " ")
    return hanging(head, f"{finding.name}: {finding.message}", "bold", style)
