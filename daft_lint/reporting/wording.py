"""Counts, predictions, remedies and the closing line in plain English."""

from __future__ import annotations

import math
from collections import Counter

from daft_lint.findings import Effect, Severity
from daft_lint.reporting.report import Report

_LONG = 100


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`, `1,000 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def idle_of(effect: Effect) -> str:
    """`2 of 4`, or the idle actors alone where nothing bounds the pool."""
    if not math.isfinite(effect.actors.high):
        return str(effect.idle)
    return f"{effect.idle.at_most(effect.actors)} of {effect.actors}"


def utilisation_of(effect: Effect) -> str | None:
    """`utilisation 0.42`, None where it could be anything."""
    utilisation = effect.utilisation
    if utilisation.low <= 0 and utilisation.high >= 1:
        return None
    return f"utilisation {utilisation.mapped(lambda share: round(share, 2))}"


def waited(seconds: float) -> str:
    """How long a person waits or waited: `41 s`, `2 min 5 s`."""
    whole = round(seconds)
    if whole < _LONG:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes:,} min {rest} s" if rest else f"{minutes:,} min"


def summary(report: Report) -> str:
    """What a run came to, in one line."""
    parts = [_outcome(report)]
    if report.suppressed:
        parts.append(f"{counted(report.suppressed, 'finding')} suppressed.")
    if report.failures:
        parts.append(f"{counted(len(report.failures), 'file')} could not be checked.")
    return " ".join(parts)


def _outcome(report: Report) -> str:
    checked = f"{counted(report.files_checked, 'file')} checked."
    if report.findings:
        found = counted(len(report.findings), "finding")
        return f"Found {found} ({_by_severity(report)}) in {checked}"
    if report.failures:
        return f"No findings in {checked}"
    if not report.files_checked:
        return "No files to check."
    return f"All clear: {checked}"


def _by_severity(report: Report) -> str:
    numbers = Counter(finding.severity for finding in report.findings)
    return ", ".join(
        f"{numbers[severity]:,} info"
        if severity is Severity.INFO
        else counted(numbers[severity], severity.value)
        for severity in reversed(Severity)
        if numbers[severity]
    )
