"""`github`: workflow commands that GitHub Actions turns into annotations."""

from __future__ import annotations

from daft_lint.reporting.github import annotation, failure_annotation, unfinished_annotation
from daft_lint.reporting.report import Style
from daft_lint.reporting.verification.phrases import verdict_text
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.verification.verdict import Verdict, Verification

_COMMANDS = {
    Verdict.CONFIRMED: "error",
    Verdict.REFUTED: "notice",
    Verdict.INCONCLUSIVE: "notice",
}


def render(report: VerificationReport, style: Style) -> str:
    """A command per finding and per failure; nothing when nothing was found."""
    lines = [_verification(verification) for verification in report.verifications]
    lines += [failure_annotation(failure) for failure in report.report.failures]
    lines += [unfinished_annotation(bound) for bound in report.report.unfinished]
    return "".join(f"{line}\n" for line in lines)


def _verification(verification: Verification) -> str:
    finding, verdict = verification.finding, verification.verdict
    title = f"{finding.code} {finding.name}: {verdict.value}"
    return annotation(_COMMANDS[verdict], finding.span, title, verdict_text(verification))
