"""What can be fixed and what was, as a person reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.findings import Edit, Finding, Fix, Safety
from daft_lint.plan.span import Span
from daft_lint.reporting import concise, full
from daft_lint.reporting.fixes import fix_lines
from daft_lint.reporting.phrases import summary
from daft_lint.reporting.report import Failure, FixedFinding, Report, Style

_EDIT = (Edit(Span("a.py", 1, 1, 1, 2), "x"),)
_FIXED = (
    FixedFinding("b.py", "DFT202", "redundant-repartition"),
    FixedFinding("a é.py", "DFT901", "unused-suppression"),
    FixedFinding("b.py", "DFT101", "missing-repartition"),
    FixedFinding("b.py", "DFT101", "missing-repartition"),
)


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
    assert summary(replace(clean, fixed=_FIXED)) == (
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


def test_fixes_are_listed_by_file_and_rule() -> None:
    assert fix_lines(_FIXED, unicode=True) == (
        "Fixed 4 findings:",
        "  a é.py",
        "    1 \N{MULTIPLICATION SIGN} DFT901 unused-suppression",
        "  b.py",
        "    2 \N{MULTIPLICATION SIGN} DFT101 missing-repartition",
        "    1 \N{MULTIPLICATION SIGN} DFT202 redundant-repartition",
    )
    assert "\n".join(fix_lines(_FIXED, unicode=False)).isascii()
    assert fix_lines((), unicode=True) == ()


def test_files_are_named_that_changed_for_a_finding_in_another_one() -> None:
    elsewhere = FixedFinding("a.ipynb", "DFT102", "oversized-batch-size", ("udfs.py",))
    many = tuple(f"{name}.py" for name in "abcde")
    legacy = FixedFinding("a.py", "DFT301", "legacy-udf", many)
    assert fix_lines([elsewhere, legacy], unicode=False) == (
        "Fixed 2 findings:",
        "  a.ipynb",
        "    1 x DFT102 oversized-batch-size, by changes in udfs.py",
        "  a.py",
        "    1 x DFT301 legacy-udf, by changes in a.py, b.py, c.py and 2 more",
    )


def test_the_list_stands_above_the_summary_where_it_is_asked_for(
    clean: Report, plain: Style
) -> None:
    report = replace(clean, fixed=_FIXED)
    listed = "\n".join(fix_lines(_FIXED, unicode=True))
    for render in (full.render, concise.render):
        assert "DFT901" not in render(report, plain)
        shown = render(report, replace(plain, fixes=True))
        assert shown.startswith(listed)
        assert shown.endswith(f"{summary(report)}\n")
