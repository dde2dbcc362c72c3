from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

import daft_lint.reporting
from daft_lint.reporting.json import render as render_check
from daft_lint.reporting.report import Style
from daft_lint.reporting.verification import VerificationReport
from daft_lint.reporting.verification.json import render

Reports = Callable[..., VerificationReport]

SCHEMA = json.loads(
    (Path(daft_lint.reporting.__file__).parent / "findings.schema.json").read_text("utf-8")
)


def rendered(report: VerificationReport, style: Style) -> Any:
    return json.loads(render(report, style))


def test_every_detail_is_there(
    report_of: Reports, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(report_of("not helped"), plain) == snapshot


def test_every_report_fits_the_schema(
    every: VerificationReport, nothing: VerificationReport, plain: Style
) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for report in (every, nothing):
        validator.validate(rendered(report, plain))


@pytest.mark.parametrize("missing", ["verdict", "before", "scaling"])
def test_the_schema_would_notice(missing: str, every: VerificationReport, plain: Style) -> None:
    document = rendered(every, plain)
    del document["findings"][-1]["verification"][missing]
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def test_the_schema_wants_a_verification_of_every_finding(
    every: VerificationReport, plain: Style
) -> None:
    document = rendered(every, plain)
    del document["findings"][-1]["verification"]
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def test_the_envelope_is_that_of_check(every: VerificationReport, plain: Style) -> None:
    document = rendered(every, plain)
    for finding in document["findings"]:
        del finding["verification"]
    assert document.pop("environment")["daft"] == "0.7.26"
    assert document.pop("summary") == {"confirmed": 8, "refuted": 1, "inconclusive": 3}
    assert document == json.loads(render_check(every.report, plain))


def test_workers_count_from_one_as_in_the_prediction(report_of: Reports, plain: Style) -> None:
    (finding,) = rendered(report_of("helped"), plain)["findings"]
    predicted = finding["effect"]["rows_per_actor"]
    expected = finding["verification"]["before"]["expected"]["actors"]
    observed = finding["verification"]["before"]["trials"][0]["actors"]
    workers = [actor["worker"] for actor in predicted]
    assert workers == [1, 1, 2, 2]
    assert [actor["worker"] for actor in expected] == workers
    assert [actor["worker"] for actor in observed] == workers


def test_nothing_ran_and_nothing_found_are_reported(
    nothing: VerificationReport, plain: Style
) -> None:
    assert rendered(nothing, plain) == {
        "version": 1,
        "findings": [],
        "failures": [],
        "unfinished": [],
        "work": {"bad": 0, "good": 0, "good_natively": 0, "possible": 0, "open": 0},
        "on_cluster": None,
        "unjudged": [],
        "hidden": 0,
        "files": {"read": 4, "without_daft": 0},
        "environment": None,
        "summary": {"confirmed": 0, "refuted": 0, "inconclusive": 0},
    }
