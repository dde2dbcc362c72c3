from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
import xmlschema
from bounds import bound_in
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Fix
from daft_lint.reporting.junit import render
from daft_lint.reporting.report import Failure, Report, Style

SCHEMA = Path(__file__).parents[1] / "schemas" / "junit.xsd"


@pytest.fixture(scope="module")
def schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(str(SCHEMA))


def cases_of(report: Report, style: Style) -> list[Element]:
    return list(ElementTree.fromstring(render(report, style)).iter("testcase"))


def test_every_report_fits_the_schema_of_jenkins(
    schema: xmlschema.XMLSchema,
    article: Report,
    clean: Report,
    with_failures: Report,
    finding_in: Callable[..., Report],
    plain: Style,
) -> None:
    unfinished = replace(article, unfinished=(bound_in("pipelines/long.py"),))
    hostile = finding_in("x", "x", message="\x1b[31m\x00 <&> \ufffe ]]>")
    for report in (article, clean, with_failures, unfinished, hostile):
        schema.validate(render(report, plain))


@given(text=st.text(st.characters(), min_size=1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_a_file_is_called(
    schema: xmlschema.XMLSchema, finding_in: Callable[..., Report], plain: Style, text: str
) -> None:
    report = finding_in("x", "x", message=text)
    (finding,) = report.findings
    named = replace(finding, span=replace(finding.span, path=f"{text}.py"), fixes=(Fix(text),))
    failures = (Failure(text, text), Failure(f"\x1b]]>&{text}\ufffe\udcff\x85", text))
    written = render(replace(report, findings=(named,), failures=failures), plain)
    schema.validate(written)
    assert len(list(ElementTree.fromstring(written).iter("testcase"))) == 3


def test_the_schema_would_notice(
    schema: xmlschema.XMLSchema, article: Report, plain: Style
) -> None:
    assert not schema.is_valid(render(article, plain).replace(' name="DFT101', ' nam="DFT101'))


def test_the_report_of_the_article(
    article: Report, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(article, plain) == snapshot


def test_a_finding_fails_and_a_file_that_was_not_checked_is_an_error(
    with_failures: Report, plain: Style
) -> None:
    outcomes = [[child.tag for child in case] for case in cases_of(with_failures, plain)]
    assert outcomes == [["failure"], ["error"], ["error"]]


def test_a_clean_run_has_one_test_that_passes(clean: Report, plain: Style) -> None:
    (case,) = cases_of(clean, plain)
    assert (case.attrib["name"], list(case)) == ("nothing was found", [])
