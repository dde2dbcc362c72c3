"""`junit`: JUnit XML, which CI servers show as test results.

It fits Jenkins' schema: a test case per finding, which fails when it is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from daft_lint.reporting.junit_xml import as_attribute, case_in, document, failed, place_in
from daft_lint.reporting.report import Style
from daft_lint.reporting.verification.phrases import verdict_text
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.verification.verdict import Verdict, Verification

_NAME = "daft-lint verify"
_OUTCOMES = {
    Verdict.CONFIRMED: "failure",
    Verdict.REFUTED: "system-out",
    Verdict.INCONCLUSIVE: "skipped",
}


def render(report: VerificationReport, style: Style) -> str:
    """The report as one XML document in ASCII, with one test suite."""
    cases = [_case(verification) for verification in report.verifications]
    cases += map(failed, report.report.failures)
    environment = report.verified.environment
    seconds = environment.seconds if environment else 0.0
    return document(_NAME, cases, "nothing to verify", seconds, _properties(report))


def _properties(report: VerificationReport) -> Element:
    properties = Element("properties")
    environment = report.verified.environment
    facts = {"daft-lint": report.report.version}
    if environment is not None:
        facts |= environment.versions
    for name, value in facts.items():
        SubElement(properties, "property", name=name, value=as_attribute(value))
    return properties


def _case(verification: Verification) -> Element:
    finding, verdict = verification.finding, verification.verdict
    span = finding.span
    name = f"{finding.code} {finding.name}, {place_in(span)}"
    case = case_in(span.path, name, sum(_seconds(verification)))
    outcome = SubElement(case, _OUTCOMES[verdict])
    if verdict is not Verdict.REFUTED:
        outcome.attrib.update(message=as_attribute(verification.reason), type=finding.name)
    outcome.text = f"{as_attribute(span.exact_place)}\n{verdict_text(verification)}"
    return case


def _seconds(verification: Verification) -> Iterator[float]:
    for measured in (verification.before, verification.after):
        if measured is not None:
            yield from (trial.seconds for trial in measured.trials)
