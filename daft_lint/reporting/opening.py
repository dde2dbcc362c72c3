"""How a finding or a failure starts: a headline, and the code it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.text import Text

from daft_lint.findings import Finding, Severity
from daft_lint.reporting.frame import MARGIN_COLOR, Mark, frame, margin_width
from daft_lint.reporting.hanging import hanging
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.report import Failure, Style

COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_NARROWEST = 40


def readable(style: Style) -> Style:
    """The style with the width that code and prose need at least."""
    return replace(style, width=max(style.width, _NARROWEST))


def opened(
    finding: Finding, source_line: Callable[[str, int], str | None], style: Style
) -> list[Text]:
    """The headline of a finding, and a frame for each of its places."""
    margin_cells = margin_width(finding.spans)
    marks = (
        Mark("-->", "^", COLORS[finding.severity]),
        *(Mark(":::", "-", MARGIN_COLOR, related.message) for related in finding.related),
    )
    lines = headline(finding, style)
    for span, mark in zip(finding.spans, marks, strict=True):
        lines += frame(span, mark, source_line, margin_cells, style)
    return lines


def failed(failure: Failure, style: Style) -> list[Text]:
    """The file that could not be checked, and why."""
    head = Text.assemble(("error", f"bold {COLORS[Severity.ERROR]}"), ": ")
    text = f"{failure.path}: {on_one_line(failure.message, unicode=style.unicode)}"
    return hanging(head, text, "bold", style)


def headline(finding: Finding, style: Style, indent: str = "") -> list[Text]:
    """What is wrong, and which rule says so."""
    color = f"bold {COLORS[finding.severity]}"
    head = Text.assemble(indent, (f"{finding.severity.value}[{finding.code}]", color), " ")
    return hanging(head, f"{finding.name}: {finding.message}", "bold", style)
