"""Counts and the closing line in plain English."""

from __future__ import annotations

from collections import Counter

from daft_lint.findings import Severity
from daft_lint.reporting.report import Report


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`, `1,000 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


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
