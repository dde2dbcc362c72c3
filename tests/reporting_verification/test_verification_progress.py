"""What `verify` says on standard error while it runs."""

from __future__ import annotations

import re

import pytest

from daft_lint.cli.verification_progress import VerificationProgress
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.plan.span import Span
from daft_lint.verification.verdict import Verdict, Verification

LINES = (
    r"daft-lint: on a Ray cluster of 2 workers\n"
    r"daft-lint: embed\.py:17 DFT101: 3 trials, about 1 s\n"
    r"daft-lint: 1 of 2: embed\.py:17 DFT101 confirmed, \d s\n"
    r"daft-lint: odd\.py:17 DFT101: 1 trial, about 7 s\n"
    r"daft-lint: 2 of 2: odd\\x1b\[31m\\udcff\.py:17 DFT101 inconclusive, \d s\n"
)


def verified(path: str, verdict: Verdict) -> Verification:
    span = Span(path, 17, 1, 17, 2)
    finding = Finding("DFT101", "idle", "", span, Severity.WARNING, Confidence.CERTAIN)
    return Verification(finding, verdict, "")


def watch(*, wanted: bool) -> None:
    watching = VerificationProgress(wanted=wanted, total=2)
    watching.cluster(2)
    watching.run("embed.py:17 DFT101", 1, 3, 0.2)
    watching.run("embed.py:17 DFT101 with the remedy", 2, 3, 60)
    watching.finished(verified("embed.py", Verdict.CONFIRMED))
    watching.run("odd.py:17 DFT101", 1, 1, 7)
    watching.finished(verified("odd\x1b[31m\udcff.py", Verdict.INCONCLUSIVE))


def test_lines_say_what_runs_and_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    watch(wanted=True)
    out, err = capsys.readouterr()
    assert re.fullmatch(LINES, err)
    assert out == ""


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    watch(wanted=False)
    assert capsys.readouterr() == ("", "")
