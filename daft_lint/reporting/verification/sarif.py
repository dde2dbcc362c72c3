"""`sarif`: SARIF 2.1.0, for code scanning services and editors.

What is confirmed is an error, what is refuted is suppressed, what is inconclusive stays as it was.
"""

from __future__ import annotations

from daft_lint.reporting.json_values import Json, written
from daft_lint.reporting.report import Style
from daft_lint.reporting.sarif import log, properties_of, results
from daft_lint.reporting.verification.json import outcome_as_json, verification_as_json
from daft_lint.reporting.verification.phrases import is_wanting, verdict_text
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.verification.verdict import Gain, Verdict, Verification


def render(report: VerificationReport, style: Style) -> str:
    """The report as one SARIF log with one run, in ASCII."""
    linted = report.linted
    pairs = zip(results(linted), report.verifications, strict=True)
    judged = [_judged(result, verification) for result, verification in pairs]
    return written(log(linted, judged, outcome_as_json(report.verified)))


def _judged(result: Json, verification: Verification) -> Json:
    verdict = verification.verdict
    offered = _is_offered(verification)
    return {
        **{name: value for name, value in result.items() if offered or name != "fixes"},
        "level": "error" if verdict is Verdict.CONFIRMED else result["level"],
        "message": {"text": verdict_text(verification)},
        # SARIF wants the property on all results of a run or on none.
        "suppressions": [_suppression(verification)] if verdict is Verdict.REFUTED else [],
        "properties": {
            **properties_of(verification.finding),
            "verification": verification_as_json(verification),
        },
    }


def _is_offered(verification: Verification) -> bool:
    """Whether an editor may offer the fixes: not where nothing is wrong or the remedy is no use."""
    return is_wanting(verification) and verification.gain in (Gain.HELPS, Gain.NOT_MEASURED)


def _suppression(verification: Verification) -> Json:
    return {
        "kind": "external",
        "status": "accepted",
        "justification": f"Refuted by daft-lint verify: {verification.reason}",
    }
