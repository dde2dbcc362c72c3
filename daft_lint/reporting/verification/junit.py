"""`junit`: JUnit XML, which CI servers show as test results.

It fits the schema that Jenkins goes by: a test case per finding, which fails when it is confirmed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from daft_lint.plan.span import Span
from daft_lint.reporting.printable import on_one_line, printable_lines
from daft_lint.reporting.report import Failure, Style
from daft_lint.reporting.verification.report import VerificationReport
from daft_lint.reporting.verification.wording import told
from daft_lint.verification.verdict import Verdict, Verification

_NAME = "daft-lint verify"
_OUTCOMES = {
    Verdict.CONFIRMED: "failure",
    Verdict.REFUTED: "system-out",
    Verdict.INCONCLUSIVE: "skipped",
}


def render(report: VerificationReport, style: Style) -> str:
    """The report as one XML document in ASCII, with one test suite."""
    suite = Element("testsuite", name=_NAME)
    suite.append(_properties(report))
    suite.extend([_case(verification) for verification in report.verifications])
    suite.extend([_error(failure) for failure in report.report.failures])
    if not suite.findall("testcase"):
        # CI servers take a report without a test case for a run that went wrong.
        SubElement(suite, "testcase", classname="daft-lint", name="nothing to verify", time="0.000")
    environment = report.verified.environment
    suite.attrib.update(_counts(suite), time=_time(environment.seconds if environment else 0.0))
    root = Element("testsuites", name=_NAME)
    root.append(suite)
    ElementTree.indent(root)
    document = ElementTree.tostring(root, encoding="us-ascii").decode("ascii")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document}\n'


def _counts(suite: Element) -> dict[str, str]:
    children = Counter(child.tag for case in suite.iter("testcase") for child in case)
    return {
        "tests": str(len(suite.findall("testcase"))),
        "failures": str(children["failure"]),
        "errors": str(children["error"]),
        "skipped": str(children["skipped"]),
    }


def _properties(report: VerificationReport) -> Element:
    properties = Element("properties")
    environment = report.verified.environment
    facts = {"daft-lint": report.report.version}
    if environment is not None:
        facts |= environment.versions
    for name, value in facts.items():
        SubElement(properties, "property", name=name, value=_line(value))
    return properties


def _case(verification: Verification) -> Element:
    finding, verdict = verification.finding, verification.verdict
    span = finding.span
    name = f"{finding.code} {finding.name}, {_within(span)}"
    case = _test(span.path, name, sum(_seconds(verification)))
    outcome = SubElement(case, _OUTCOMES[verdict])
    if verdict is not Verdict.REFUTED:
        outcome.attrib.update(message=_line(verification.reason), type=finding.name)
    outcome.text = f"{_line(span.exact_place)}\n{told(verification)}"
    return case


def _within(span: Span) -> str:
    """`line 12:5`, `cell 3, line 12:5`."""
    line = f"line {span.shown.line}:{span.shown.column}"
    return line if span.cell_number is None else f"cell {span.cell_number}, {line}"


def _error(failure: Failure) -> Element:
    case = _test(failure.path, "can be checked", 0.0)
    error = SubElement(case, "error", message=_line(failure.message), type="unchecked")
    error.text = printable_lines(f"{failure.path}\n{failure.message}", unicode=True)
    return case


def _test(path: str, name: str, seconds: float) -> Element:
    return Element("testcase", classname=_class_name(path), name=_line(name), time=_time(seconds))


def _class_name(path: str) -> str:
    """The path with dots, as CI servers group test cases; as it is where it has dots of its own."""
    pure = PurePath(path)
    parts = (*pure.parts[:-1], pure.stem)
    if pure.suffix != ".py" or pure.is_absolute() or any("." in part for part in parts):
        return _line(pure.as_posix())
    return _line(".".join(parts))


def _seconds(verification: Verification) -> Iterator[float]:
    for measured in (verification.before, verification.after):
        if measured is not None:
            yield from (trial.seconds for trial in measured.trials)


def _time(seconds: float) -> str:
    return f"{seconds:.3f}"


def _line(text: str) -> str:
    """As an attribute; what XML has no place for, such as control characters, is spelled out."""
    return on_one_line(text, unicode=True)
