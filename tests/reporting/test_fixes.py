"""What can be fixed and what was, as a person reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.findings import Edit, Finding, Fix, Safety
from daft_lint.plan.span import Span
from daft_lint.reporting.phrases import summary
from daft_lint.reporting.report import Failure, Report

_EDIT = (Edit(Span("a.py", 1, 1, 1, 2), "x"),)


def _with(report: Report, *safeties: Safety | None) -> Report:
    """A report with one finding for each safety of its fix; None: no fix."""
    base = report.findings[0]

    def finding(safety: Safety | None) -> Finding:
        edits = () if safety is Safety.DISPLAY_ONLY else _EDIT
        fixes = () if safety is None else (Fix("fix it", safety, edits),)
        return replace(base, fixes=fixes)

    return replace(report, findings=tuple(map(finding, safeties)))


@pytest.mark.parametrize(
    ("safeties", "tried", "reported"),
    [
        ([Safety.SAFE], [], "1 fixable with --fix."),
        ([Safety.UNSAFE] * 2, [], "2 fixable with --fix --unsafe-fixes."),
        (
            [Safety.SAFE, Safety.UNSAFE, None],
            [],
            "1 fixable with --fix, 1 more with --fix --unsafe-fixes.",
        ),
        ([Safety.DISPLAY_ONLY, None], [], "read."),
        ([Safety.SAFE, Safety.UNSAFE], [Safety.SAFE], "1 fixable with --fix --unsafe-fixes."),
        ([Safety.SAFE, Safety.UNSAFE], [Safety.SAFE, Safety.UNSAFE], "read."),
    ],
)
def test_the_summary_says_what_can_be_fixed(
    article: Report, safeties: list[Safety | None], tried: list[Safety], reported: str
) -> None:
    report = replace(_with(article, *safeties), tried=frozenset(tried))
    assert summary(report).endswith(f" {reported}")


def test_the_summary_says_what_was_fixed_and_what_could_not_be(clean: Report) -> None:
    assert summary(replace(clean, fixed=4)) == (
        "Fixed 4 findings. No problems found, no work judged. 12 files read."
    )
    failures = (
        Failure("a.py", "can't be fixed: it is read-only", checked=True),
        Failure("b.py", "is no text"),
    )
    assert summary(replace(clean, failures=failures)) == (
        "No problems in what could be checked, no work judged. 12 files read."
        " 1 file could not be checked."
        " 1 file could not be fixed."
    )
