from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.plan.span import Span
from daft_lint.reporting.report import Failure, Report, Style
from daft_lint.reporting.verification import VerificationReport
from daft_lint.reporting.verification.junit import render
from daft_lint.verification.verdict import Verdict, Verification, Verified

Reports = Callable[..., VerificationReport]

SCHEMA = Path(__file__).parents[1] / "schemas" / "junit.xsd"
schema = xmlschema.XMLSchema(str(SCHEMA))
# What XML 1.0 calls a character, but for those that a line is divided by.
LEGAL = re.compile("[\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")


def parsed(report: VerificationReport, style: Style) -> Element:
    return ElementTree.fromstring(render(report, style))


def assert_fits_the_schema(root: Element) -> None:
    schema.validate(root)
    for element in root.iter():
        for text in (element.text or "", *element.attrib.values()):
            assert LEGAL.fullmatch(text)


def assert_counts_agree(root: Element) -> None:
    (suite,) = root
    numbers = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for attribute, tag in numbers.items():
        assert int(suite.attrib[attribute]) == len(list(suite.iter(tag)))


def cases_of(report: VerificationReport, style: Style) -> list[Element]:
    return list(parsed(report, style).iter("testcase"))


def test_every_kind_has_its_test_case(
    every: VerificationReport, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(every, plain) == snapshot


def test_every_report_fits_the_schema_of_jenkins_and_counts_right(
    every: VerificationReport, nothing: VerificationReport, plain: Style
) -> None:
    for report in (every, nothing):
        root = parsed(report, plain)
        assert_fits_the_schema(root)
        assert_counts_agree(root)


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("helped", "failure"),
        ("not helped", "failure"),
        ("refuted", "system-out"),
        ("without runs", "skipped"),
        ("out of time", "skipped"),
    ],
)
def test_what_is_confirmed_fails_and_what_is_refuted_passes(
    name: str, outcome: str, report_of: Reports, plain: Style
) -> None:
    ((child,),) = cases_of(report_of(name), plain)
    assert child.tag == outcome
    assert (child.text or "").startswith("pipelines/embed.py:3:34\n")


def test_a_test_case_takes_the_time_of_its_runs(report_of: Reports, plain: Style) -> None:
    (case,) = cases_of(report_of("out of time"), plain)
    assert case.attrib["time"] == "13.600"


def test_files_that_could_not_be_checked_are_errors(
    every: VerificationReport, plain: Style
) -> None:
    errors = [case for case in cases_of(every, plain) if case.find("error") is not None]
    assert [case.attrib["classname"] for case in errors] == [
        "pipelines.gone",
        r"odd dir/\x1b.ipynb",
    ]


def test_nothing_found_is_a_test_that_passes(nothing: VerificationReport, plain: Style) -> None:
    (case,) = cases_of(nothing, plain)
    assert case.attrib["name"] == "nothing to verify"
    assert list(case) == []


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("job.py", "job"),
        ("pipelines/a b/embed.py", "pipelines.a b.embed"),
        ("./job.py", "job"),
        ("notes.ipynb", "notes.ipynb"),
        ("v1.2/job.py", "v1.2/job.py"),
        ("../job.py", "../job.py"),
        ("/srv/job.py", "/srv/job.py"),
        ("<stdin>", "<stdin>"),
    ],
)
def test_paths_become_class_names(path: str, name: str, report_of: Reports, plain: Style) -> None:
    report = report_of()
    failures = (Failure(path, "unreadable"),)
    report = replace(report, report=replace(report.report, failures=failures))
    (case,) = cases_of(report, plain)
    assert case.attrib["classname"] == name


TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)


@given(text=TEXT, verdict=st.sampled_from(Verdict), path=TEXT)
def test_any_text_makes_well_formed_xml(text: str, verdict: Verdict, path: str) -> None:
    finding = Finding(
        "DFT101", "idle", text, Span(path, 1, 1, 1, 2), Severity.WARNING, Confidence.CERTAIN
    )
    report = Report((finding,), (Failure(path, text),), 1, 0, "0.1.0", tuple, lambda *_: None)
    verified = Verified((Verification(finding, verdict, text),), None)
    rendered = render(
        VerificationReport(report, verified), Style(color=False, width=80, unicode=True)
    )
    assert rendered.isascii()
    root = ElementTree.fromstring(rendered)
    assert_fits_the_schema(root)
    assert_counts_agree(root)
