"""`junit`: JUnit XML, which CI servers show as test results.

A finding is a test that fails, open work one that was skipped.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from daft_lint.findings import Finding
from daft_lint.reporting.junit_xml import as_attribute, as_text, case_in, document, failed, place_in
from daft_lint.reporting.money import lost_of_cost
from daft_lint.reporting.phrases import UNFINISHED
from daft_lint.reporting.questions import Question, questions
from daft_lint.reporting.report import Report, Style


def render(report: Report, style: Style) -> str:
    """The report as one XML document in ASCII, with one test suite."""
    cases = [_finding(finding) for finding in report.findings]
    cases += map(failed, report.failures)
    cases += map(_unfinished, report.unfinished)
    cases += map(_open, questions(report.judgements))
    return document("daft-lint check", cases, "nothing was found")


def _finding(finding: Finding) -> Element:
    span, lost = finding.span, lost_of_cost(finding)
    case = case_in(span.path, f"{finding.code} {finding.name}, {place_in(span)}")
    message = as_attribute(finding.message)
    failure = SubElement(case, "failure", message=message, type=finding.severity.value)
    lines = [span.exact_place, finding.message, *([] if lost is None else [f"lost: {lost}"])]
    failure.text = as_text("\n".join([*lines, *(f"help: {fix.message}" for fix in finding.fixes)]))
    return case


def _unfinished(path: str) -> Element:
    case = case_in(path, "can be analysed completely")
    SubElement(case, "skipped", message=as_attribute(UNFINISHED), type="unfinished")
    return case


def _open(question: Question) -> Element:
    span = question.first.span
    case = case_in(span.path, f"{question.names} can be judged, {place_in(span)}")
    skipped = SubElement(case, "skipped", message=as_attribute(question.text), type="open")
    lines = (span.exact_place, *question.conditions, *question.instructions)
    skipped.text = as_text("\n".join(lines))
    return case
