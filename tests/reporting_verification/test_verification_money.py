"""What idling costs by what was observed: of an hour, and of a run of one's own program."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

import daft_lint.reporting
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.reporting.report import Style
from daft_lint.reporting.verification import FORMATS, VerificationReport, renderer
from daft_lint.reporting.verification.full import render
from daft_lint.reporting.verification.json import render as render_json

Reports = Callable[..., VerificationReport]

SCHEMA = json.loads(
    (Path(daft_lint.reporting.__file__).parent / "findings.schema.json").read_text("utf-8")
)
WORKERS, COST = exactly(64), exactly(25.6)


def measurement(report: VerificationReport, style: Style, name: str = "before") -> Any:
    (finding,) = json.loads(render_json(report, style))["findings"]
    return finding["verification"][name]


def test_a_replay_with_a_price_reads_well(
    report_of: Reports, priced: Reports, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(priced(report_of("helped"), WORKERS, COST), plain) == snapshot


def test_a_live_run_with_a_price_reads_well(
    report_of: Reports, priced: Reports, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(priced(report_of("live"), WORKERS, COST), plain) == snapshot


def test_what_did_not_run_has_its_predicted_loss(
    report_of: Reports, priced: Reports, plain: Style
) -> None:
    report = report_of("odd path")
    (found,) = report.verifications
    (helped,) = report_of("helped").verifications
    found = replace(found, finding=helped.finding)
    report = replace(report, verified=replace(report.verified, verifications=(found,)))
    rendered = render(priced(report, exactly(2), COST), replace(plain, width=100))
    assert "= predicted: 2 of 4 actors idle, utilisation 42%, 29.70 an hour lost\n" in rendered


def test_a_replay_stands_for_the_cluster_of_the_pipeline(
    report_of: Reports, priced: Reports, plain: Style
) -> None:
    measured = measurement(priced(report_of("helped"), WORKERS, COST), plain)
    lost = (1 - measured["utilisation"]) * 64 * 25.6
    assert measured["shape"]["cluster"]["workers"] == 2
    assert measured["lost_per_hour"]["low"] == pytest.approx(lost, abs=1e-2)
    assert measured["lost_per_hour"]["low"] == measured["lost_per_hour"]["high"]


def test_the_sleep_of_a_replay_costs_nobody_anything(
    report_of: Reports, priced: Reports, plain: Style
) -> None:
    report = priced(report_of("helped"), WORKERS, COST)
    assert measurement(report, plain)["lost_per_run"] is None
    assert measurement(report, plain, "after")["lost_per_run"] is None
    assert "lost per run" not in render(report, plain)


def test_a_run_of_ones_own_program_is_priced_by_the_nodes_it_ran_on(
    report_of: Reports, priced: Reports, plain: Style
) -> None:
    measured = measurement(priced(report_of("live"), WORKERS, COST), plain)
    hourly = (1 - measured["utilisation"]) * 2 * 25.6
    assert measured["lost_per_hour"]["low"] == pytest.approx(hourly, abs=1e-4)
    lost = hourly * measured["makespan"] / 3600
    assert measured["lost_per_run"]["low"] == pytest.approx(lost, abs=1e-5)


def test_a_remedy_that_helps_loses_less(report_of: Reports, priced: Reports, plain: Style) -> None:
    report = priced(report_of("helped"), WORKERS, COST)
    before, after = measurement(report, plain), measurement(report, plain, "after")
    assert after["lost_per_hour"]["high"] < before["lost_per_hour"]["low"]


@pytest.mark.parametrize(
    ("workers", "cost"), [(WORKERS, None), (None, COST)], ids=["no cost", "no workers"]
)
@pytest.mark.parametrize("name", FORMATS)
def test_without_a_price_nothing_is_said_of_money(
    name: str,
    workers: Quantity | None,
    cost: Quantity | None,
    report_of: Reports,
    priced: Reports,
    plain: Style,
) -> None:
    report = report_of("helped", "not helped", "refuted")
    unpriced = priced(report, workers, cost)
    assert renderer(name)(unpriced, plain) == renderer(name)(report, plain)


@pytest.mark.parametrize("name", ["github", "sarif"])
def test_reports_for_machines_tell_people_too(
    name: str, report_of: Reports, priced: Reports, plain: Style
) -> None:
    rendered = renderer(name)(priced(report_of("helped", "live"), exactly(2), COST), plain)
    assert "utilisation 42%, 29.87 an hour lost" in rendered.replace("%25", "%")
    assert "0.10 in the run" in rendered
    assert "priced: 2 workers at 25.60 an hour each" in rendered


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_with_money_keep_to_the_width(
    every: VerificationReport, priced: Reports, plain: Style, width: int
) -> None:
    rendered = render(priced(every, WORKERS, COST), replace(plain, width=width))
    assert max(map(len, rendered.splitlines())) <= width


@pytest.mark.parametrize("cost", [COST, exactly(0), between(1, 3)], ids=["one", "none", "range"])
def test_every_report_with_money_fits_the_schema(
    cost: Quantity, every: VerificationReport, priced: Reports, plain: Style
) -> None:
    report = json.loads(render_json(priced(every, WORKERS, cost), plain))
    jsonschema.Draft202012Validator(SCHEMA).validate(report)
