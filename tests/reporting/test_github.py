from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Severity
from daft_lint.plan.span import Span
from daft_lint.reporting.github import render
from daft_lint.reporting.report import Report, Style


def test_an_annotation_per_finding(
    article: Report, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(article, plain) == snapshot


def test_an_annotation_per_failure(
    with_failures: Report, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(with_failures, plain) == snapshot


def test_an_annotation_per_file_that_was_not_followed_to_its_end(
    clean: Report, plain: Style
) -> None:
    report = replace(clean, unfinished=(bound_in("pipelines/endless.py"),))
    assert render(report, plain) == (
        "::notice file=pipelines/endless.py,line=7,endLine=7,col=1,endColumn=9,title=daft-lint::"
        "too complex to analyse completely, with more than 300 actions: there may be more to find\n"
    )


def test_nothing_when_all_is_well(clean: Report, plain: Style) -> None:
    assert render(clean, plain) == ""


def test_what_the_runner_would_misread_is_escaped(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    report = finding_in(
        "x",
        "x",
        span=Span("a,b:c%d.py", 1, 1, 1, 2),
        message="100%: a, b\r\n::error::no",
        severity=Severity.ERROR,
    )
    assert render(report, plain) == (
        "::error file=a%2Cb%3Ac%25d.py,line=1,endLine=1,col=1,endColumn=2,"
        "title=DFT102 oversized-batch::100%25: a, b%0A::error::no\n"
    )


def test_a_span_over_lines_has_no_columns(finding_in: Callable[..., Report], plain: Style) -> None:
    rendered = render(finding_in("f(\n)", "f(\n)"), plain)
    assert "line=1,endLine=2,title=" in rendered


def test_a_file_name_that_is_not_unicode_can_be_written(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    report = finding_in("x", "x", span=Span("a\udcff.py", 1, 1, 1, 2))
    assert b"file=a\\udcff.py" in render(report, plain).encode()


def test_the_look_of_the_terminal_changes_nothing(article: Report, plain: Style) -> None:
    other = Style(color=True, width=20)
    assert render(article, other) == render(article, plain)
