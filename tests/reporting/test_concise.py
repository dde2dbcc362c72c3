from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

from daft_lint.plan.span import Span
from daft_lint.reporting.concise import render
from daft_lint.reporting.report import Report, Style


def test_a_line_per_finding(article: Report, plain: Style, snapshot: SnapshotAssertion) -> None:
    assert render(article, plain) == snapshot


def test_a_line_per_failure(
    with_failures: Report, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(with_failures, plain) == snapshot


def test_all_clear(clean: Report, plain: Style) -> None:
    assert render(clean, plain) == "No problems found, no work judged. 12 files read.\n"


def test_a_message_over_lines_stays_on_one(finding_in: Callable[..., Report], plain: Style) -> None:
    report = finding_in("x", "x", message="one\n  two\x1b")
    line = "job.py:1:1: DFT102 [warning] one two\\x1b\n"
    assert render(report, plain).startswith(line)


def test_where_files_take_too_much_work_is_named(clean: Report, plain: Style) -> None:
    report = replace(clean, unfinished=(bound_in("a.py"),))
    five = (bound_in("a.py"), bound_in("b.py"), *(bound_in(f"{n}.py", "500 UDFs") for n in "cdefg"))
    said = "No problems found, no work judged. 12 files read."
    said += " {}: too complex to analyse completely, with more than 300 actions."
    assert render(report, plain) == said.format("a.py:7") + "\n"
    assert render(replace(clean, unfinished=five), plain) == (
        said.format("a.py:7, b.py:7") + " c.py:7, d.py:7, e.py:7 and 2 more: too complex to "
        "analyse completely, with more than 500 UDFs.\n"
    )


def test_a_path_is_no_command_of_a_ci_server(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    for name in ("::error::x.py", " ::error::x.py"):
        report = finding_in("x", "x", span=Span(name, 1, 1, 1, 2))
        assert render(report, plain).startswith(f"./{name}:1:1: ")


def test_names_of_files_that_took_too_much_are_spelled_out(clean: Report, plain: Style) -> None:
    reported = render(replace(clean, unfinished=(bound_in("\x1b[31m\u202e.py"),)), plain)
    assert "\\x1b[31m\\u202e.py:7: too complex" in reported
