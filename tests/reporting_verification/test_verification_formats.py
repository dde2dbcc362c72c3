from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from daft_lint.reporting.report import Style
from daft_lint.reporting.verification import FORMATS, VerificationReport, renderer


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_renders_every_kind_and_ends_its_last_line(
    name: str, each: VerificationReport, plain: Style
) -> None:
    assert renderer(name)(each, plain)[-1] == "\n"


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_colours_unasked(name: str, every: VerificationReport, plain: Style) -> None:
    shown = renderer(name)(replace(every, report=replace(every.report, failures=())), plain)
    assert "\x1b[1" not in shown


@pytest.mark.parametrize("name", FORMATS)
def test_every_report_can_be_written_as_utf_8(
    name: str, every: VerificationReport, plain: Style
) -> None:
    assert renderer(name)(every, plain).encode("utf-8")


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "full"])
def test_the_look_of_the_terminal_changes_nothing_for_machines(
    name: str, every: VerificationReport, plain: Style
) -> None:
    other = Style(color=True, width=20, summary=False)
    assert renderer(name)(every, other) == renderer(name)(every, plain)


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_not_verified_is_not_reported(
    name: str, report_of: Callable[..., VerificationReport], plain: Style
) -> None:
    all_three = report_of("not helped", "helped", "without runs")
    report = report_of("helped")
    fewer = VerificationReport(all_three.report, report.verified)
    assert renderer(name)(fewer, plain) == renderer(name)(report, plain)


def test_the_table_loads_no_format_and_no_rich() -> None:
    code = (
        "import sys, daft_lint.reporting.verification\n"
        "print(*sorted(m for m in sys.modules if m.startswith(('daft_lint.reporting.', 'rich'))))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert loaded == [
        "daft_lint.reporting.report",
        "daft_lint.reporting.verification",
        "daft_lint.reporting.verification.report",
    ]
