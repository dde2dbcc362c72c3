"""What a browser makes of reports with hostile text: it shows it, and runs none of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from headless import Chromium

from daft_lint.reporting.junit import render
from daft_lint.reporting.report import Style
from daft_lint.reporting.verification import VerificationReport

Reports = Callable[..., VerificationReport]
SCRIPT = (
    "]]><script xmlns='http://www.w3.org/1999/xhtml'>document.documentElement.id='ran'</script>"
)


def test_junit_runs_no_script(chromium: Chromium, report_of: Reports, plain: Style) -> None:
    report = report_of("helped")
    (verification,) = report.verified.verifications
    finding = replace(verification.finding, message=SCRIPT)
    verification = replace(verification, finding=finding)
    attacked = replace(report, verified=replace(report.verified, verifications=(verification,)))
    text = render(attacked.linted, plain)
    assert 'id="ran"' not in chromium.run(text, "--dump-dom", suffix=".xml")
    raw = f"<testsuites>{SCRIPT.removeprefix(']]>')}</testsuites>"
    assert 'id="ran"' in chromium.run(raw, "--dump-dom", suffix=".xml")
