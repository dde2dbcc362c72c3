"""Findings written out for a person: code, frames, actors, remedy."""

from __future__ import annotations

import math
from dataclasses import replace

from rich.text import Text

from daft_lint.findings import Effect, Finding, Fix, Safety, Severity
from daft_lint.reporting.actors import actor_lines
from daft_lint.reporting.cells import wrapped
from daft_lint.reporting.frame import MARGIN_COLOR, Mark, frame, margin_width
from daft_lint.reporting.painting import painted
from daft_lint.reporting.printable import on_one_line, printable
from daft_lint.reporting.report import Failure, Report, Style
from daft_lint.reporting.wording import summary

_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_APPLIED_WITH = {Safety.SAFE: "--fix", Safety.UNSAFE: "--fix --unsafe-fixes"}
_WIDEST_PROSE = 100
_NARROWEST = 40


def written_out(report: Report, style: Style) -> str:
    """A paragraph per finding, the failures, and the summary."""
    style = replace(style, width=max(style.width, _NARROWEST))
    lines: list[Text] = []
    for finding in report.findings:
        lines += [*_finding(finding, report, style), Text()]
    for failure in report.failures:
        lines += [*_failure(failure, style), Text()]
    closing = _closing(report, style) if style.summary else lines[:0]
    return painted([*lines, *closing], style)


def _finding(finding: Finding, report: Report, style: Style) -> list[Text]:
    margin_cells = margin_width(finding.spans)
    marks = (
        Mark("-->", "^", _COLORS[finding.severity]),
        *(Mark(":::", "-", MARGIN_COLOR, related.message) for related in finding.related),
    )
    lines = _header(finding, style)
    for span, mark in zip(finding.spans, marks, strict=True):
        lines += frame(span, mark, report.source_line, margin_cells, style)
    if finding.effect is not None:
        lines += _effect(finding.effect, margin_cells, style)
    for assumption in finding.assumptions:
        lines += _note("assuming", assumption, margin_cells, style)
    for fix in finding.fixes:
        lines += _note("help", _help(fix), margin_cells, style, color="bold green")
    lines += _note("confidence", finding.confidence.value, margin_cells, style)
    return lines


def _header(finding: Finding, style: Style) -> list[Text]:
    color = f"bold {_COLORS[finding.severity]}"
    head = Text.assemble((f"{finding.severity.value}[{finding.code}]", color), " ")
    return _hanging(head, f"{finding.name}: {finding.message}", "bold", style)


def _failure(failure: Failure, style: Style) -> list[Text]:
    head = Text.assemble(("error", f"bold {_COLORS[Severity.ERROR]}"), ": ")
    text = f"{failure.path}: {on_one_line(failure.message, unicode=style.unicode)}"
    return _hanging(head, text, "bold", style)


def _effect(effect: Effect, margin_cells: int, style: Style) -> list[Text]:
    separator = " · " if style.unicode else ", "
    lines = _note("idle actors", separator.join(_outcome(effect)), margin_cells, style)
    if effect.shares:
        indent = " " * (margin_cells + 3)
        bars = actor_lines(effect.shares, style.width - len(indent), unicode=style.unicode)
        lines += [Text(indent).append(bar) for bar in bars]
    return lines


def _outcome(effect: Effect) -> list[str]:
    bounded = math.isfinite(effect.actors.high)
    idle = f"{effect.idle.at_most(effect.actors)} of {effect.actors}" if bounded else effect.idle
    utilisation = effect.utilisation
    if utilisation.low <= 0 and utilisation.high >= 1:
        return [str(idle)]
    return [str(idle), f"utilisation {utilisation.mapped(_rounded)}"]


def _rounded(share: float) -> float:
    return round(share, 2)


def _help(fix: Fix) -> str:
    if not fix.edits or fix.safety not in _APPLIED_WITH:
        return fix.message
    return f"{fix.message} (apply with {_APPLIED_WITH[fix.safety]})"


def _note(
    label: str, text: str, margin_cells: int, style: Style, *, color: str = "bold"
) -> list[Text]:
    head = Text.assemble((" " * margin_cells + " = ", MARGIN_COLOR), (f"{label}:", color), " ")
    return _hanging(head, text, "", style)


def _hanging(head: Text, text: str, color: str, style: Style) -> list[Text]:
    """`text` after `head`, its further lines indented as far as the first one starts."""
    indent = " " * head.cell_len
    room = min(style.width, _WIDEST_PROSE) - head.cell_len
    written = "\n".join(printable(line, unicode=style.unicode) for line in text.splitlines())
    first, *others = wrapped(written, room)
    return [head.append(first, color), *(Text(indent + line, color) for line in others)]


def _closing(report: Report, style: Style) -> list[Text]:
    color = "bold" if report.findings or report.failures else "bold green"
    lines = [Text(line, color) for line in wrapped(summary(report), style.width)]
    if report.findings:
        lines.append(Text(f"More about a rule: daft-lint rule {report.findings[0].code}"))
    return lines
