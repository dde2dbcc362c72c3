from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

from daft_lint.reporting.gitlab import render
from daft_lint.reporting.report import Report, Style

SCHEMA = Path(__file__).parents[1] / "schemas" / "code-quality.schema.json"


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def test_every_report_fits_what_gitlab_documents(
    validator: Any, article: Report, clean: Report, with_failures: Report, plain: Style
) -> None:
    unfinished = replace(article, unfinished=(bound_in("pipelines/long.py"),))
    for report in (article, clean, with_failures, unfinished):
        violations = json.loads(render(report, plain))
        validator.validate(violations)
        fingerprints = [violation["fingerprint"] for violation in violations]
        assert len(set(fingerprints)) == len(fingerprints)


def test_the_schema_would_notice(validator: Any, article: Report, plain: Style) -> None:
    violations = json.loads(render(article, plain))
    violations[0]["severity"] = "warning"
    assert not validator.is_valid(violations)


def test_the_report_of_the_article(
    article: Report, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(article, plain) == snapshot


def test_a_clean_run_is_an_empty_list(clean: Report, plain: Style) -> None:
    assert json.loads(render(clean, plain)) == []


def test_what_could_not_be_checked_is_reported(with_failures: Report, plain: Style) -> None:
    reported = json.loads(render(with_failures, plain))[1:]
    assert [(issue["check_name"], issue["severity"]) for issue in reported] == [
        ("failure", "blocker")
    ] * 2


def test_a_fingerprint_stays_when_lines_move_and_no_two_are_the_same(
    finding_in: Callable[..., Report], plain: Style
) -> None:
    def fingerprints(report: Report) -> list[str]:
        return [entry["fingerprint"] for entry in json.loads(render(report, plain))]

    code = "udf(batch_size=500)"
    before = finding_in(f"{code}\n", "batch_size=500")
    after = finding_in(f"import daft\n\n\n{code}\n", "batch_size=500")
    assert fingerprints(before) == fingerprints(after)
    assert fingerprints(before) != fingerprints(finding_in("udf(batch_size=50)\n", "batch_size=50"))
    twice = fingerprints(replace(before, findings=before.findings * 2))
    assert len(set(twice)) == 2
    assert twice[0] == fingerprints(before)[0]
