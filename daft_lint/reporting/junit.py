"""`junit`: JUnit XML, which CI servers show as test results.

A finding is a test that fails, open work one that was skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from daft_lint.findings import Finding
from daft_lint.plan.bound import Bound
from daft_lint.plan.span import Span
from daft_lint.reporting.money import lost_of_cost
from daft_lint.reporting.phrases import unfinished_there
from daft_lint.reporting.printable import on_one_line, printable_lines
from daft_lint.reporting.questions import Question, questions
from daft_lint.reporting.report import Failure, Report, Style

_NO_TIME = "0.000"
"""Jenkins' schema wants a time of each test case."""


def document(name: str, cases: Iterable[Element], otherwise: str) -> str:
    """The document in ASCII with one suite of that name.

    CI servers take a suite without a test case for a failed run: then it has one that passes,
    called `otherwise`.
    """
    suite = Element("testsuite", name=name)
    suite.extend(list(cases))
    if not suite.findall("testcase"):
        SubElement(suite, "testcase", classname="daft-lint", name=otherwise, time=_NO_TIME)
    suite.attrib.update(_counts(suite), time=_NO_TIME)
    root = Element("testsuites", name=name)
    root.append(suite)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="us-ascii").decode("ascii")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def case_in(path: str, name: str) -> Element:
    """A test case that passes, in the class that a file stands for."""
    return Element("testcase", classname=_class_name(path), name=as_attribute(name), time=_NO_TIME)


def failed(failure: Failure) -> Element:
    """A test case with an error: a file that could not be checked."""
    case = case_in(failure.path, "can be checked")
    error = SubElement(case, "error", message=as_attribute(failure.message), type="unchecked")
    error.text = as_text(f"{failure.path}\n{failure.message}")
    return case


def place_in(span: Span) -> str:
    """`line 12:5`, `cell 3, line 12:5`."""
    line = f"line {span.shown.line}:{span.shown.column}"
    return line if span.cell_number is None else f"cell {span.cell_number}, {line}"


def as_attribute(text: str) -> str:
    """On one line; what XML has no place for, such as control characters, is spelled out."""
    return on_one_line(text)


def as_text(text: str) -> str:
    """The same with line breaks kept."""
    return printable_lines(text)


def _counts(suite: Element) -> dict[str, str]:
    children = Counter(child.tag for case in suite.iter("testcase") for child in case)
    return {
        "tests": str(len(suite.findall("testcase"))),
        "failures": str(children["failure"]),
        "errors": str(children["error"]),
        "skipped": str(children["skipped"]),
    }


def _class_name(path: str) -> str:
    """The path with dots, as CI servers group test cases; as it is where it has dots of its own."""
    pure = PurePath(path)
    parts = (*pure.parts[:-1], pure.stem)
    if pure.suffix != ".py" or pure.is_absolute() or any("." in part for part in parts):
        return as_attribute(pure.as_posix())
    return as_attribute(".".join(parts))


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


def _unfinished(bound: Bound) -> Element:
    case = case_in(bound.span.path, f"can be analysed completely, {place_in(bound.span)}")
    message = as_attribute(unfinished_there(bound))
    SubElement(case, "skipped", message=message, type="unfinished")
    return case


def _open(question: Question) -> Element:
    span = question.first.span
    case = case_in(span.path, f"{question.names} can be judged, {place_in(span)}")
    skipped = SubElement(case, "skipped", message=as_attribute(question.text), type="open")
    lines = (span.exact_place, *question.conditions, *question.instructions)
    skipped.text = as_text("\n".join(lines))
    return case
