"""`junit`: JUnit XML, which CI servers show as test results.

A run is a test, which fails when it has a problem. A run of no known pipeline is skipped.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from daft_lint.event_log.runs import Run
from daft_lint.reporting.junit_xml import as_attribute, as_text, case_in, document
from daft_lint.reporting.report import Style
from daft_lint.review.report import Review
from daft_lint.review.runs import ReviewedRun


def render(review: Review, style: Style) -> str:
    """The review as one XML document in ASCII, with one test suite."""
    cases = [*map(_reviewed, review.runs), *(_unused(run, why) for run, why in review.unused)]
    seconds = sum(run.match.run.seconds or 0.0 for run in review.runs)
    return document("daft-lint review", cases, "no run to review", seconds)


def _reviewed(run: ReviewedRun) -> Element:
    log, pipeline = run.match.run, run.match.pipeline
    name = f"{pipeline.name}, {log.query}"
    case = case_in(pipeline.plan.source.span.path, name, log.seconds or 0.0)
    if run.findings:
        first = run.findings[0]
        message = as_attribute(first.message)
        failure = SubElement(case, "failure", message=message, type=first.severity.value)
        failure.text = as_text(
            "\n".join(
                f"{finding.span.exact_place}: {finding.code} {finding.name}: {finding.message}"
                for finding in run.findings
            )
        )
    return case


def _unused(run: Run, why: str) -> Element:
    case = case_in("daft-lint", run.query, run.seconds or 0.0)
    SubElement(case, "skipped", message=as_attribute(why), type="unused")
    return case
