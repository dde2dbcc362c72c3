from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
from bounds import bound_in
from syrupy.assertion import SnapshotAssertion

import daft_lint.reporting
from daft_lint.findings import Effect
from daft_lint.reporting.json import render
from daft_lint.reporting.report import Report, Style

SCHEMA = json.loads(
    (Path(daft_lint.reporting.__file__).parent / "findings.schema.json").read_text("utf-8")
)


def test_every_detail_is_there(article: Report, plain: Style, snapshot: SnapshotAssertion) -> None:
    assert render(replace(article, findings=article.findings[::2]), plain) == snapshot


def test_an_empty_report_has_empty_lists(clean: Report, plain: Style) -> None:
    assert json.loads(render(clean, plain)) == {
        "version": 1,
        "findings": [],
        "failures": [],
        "unfinished": [],
        "work": {"bad": 0, "good": 0, "good_natively": 0, "possible": 0, "open": 0},
        "on_cluster": None,
        "unjudged": [],
        "hidden": 0,
        "files": {"read": 12, "without_daft": 0},
    }


def test_what_was_not_followed_to_its_end_is_reported(clean: Report, plain: Style) -> None:
    report = replace(clean, unfinished=(bound_in("pipelines/endless.py"),))
    assert json.loads(render(report, plain))["unfinished"] == [
        {
            "path": "pipelines/endless.py",
            "line": 7,
            "column": 1,
            "end_line": 7,
            "end_column": 9,
            "more_than": "300 actions",
        }
    ]


def test_failures_are_reported(with_failures: Report, plain: Style) -> None:
    assert json.loads(render(with_failures, plain))["failures"] == [
        {"path": "pipelines/gone.py", "message": "no permission to read it"},
        {
            "path": "pipelines/50%, or: less.py",
            "message": "internal error in DFT101: please report it",
        },
    ]


def test_every_report_fits_the_schema(
    article: Report,
    clean: Report,
    with_failures: Report,
    unknown_effect: Effect,
    finding_in: Callable[..., Report],
    plain: Style,
) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    unbounded = finding_in("x", "x", effect=unknown_effect)
    for report in (article, clean, with_failures, unbounded):
        validator.validate(json.loads(render(report, plain)))


def test_what_nothing_bounds_is_null(
    unknown_effect: Effect, finding_in: Callable[..., Report], plain: Style
) -> None:
    (finding,) = json.loads(render(finding_in("x", "x", effect=unknown_effect), plain))["findings"]
    assert finding["effect"] == {
        "unit": "actor",
        "actors": {"low": 0, "high": None},
        "idle": {"low": 2, "high": None},
        "utilisation": {"low": 0, "high": None},
        "rows_per_actor": None,
        "lost_per_hour": None,
    }


def test_whole_numbers_are_written_whole(
    effect_of: Callable[..., Effect], finding_in: Callable[..., Report], plain: Style
) -> None:
    rendered = render(finding_in("x", "x", effect=effect_of([500.0, 12.5])), plain)
    assert '"rows": 500\n' in rendered
    assert '"rows": 12.5\n' in rendered
