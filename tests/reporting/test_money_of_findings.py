"""What idling costs, in every format that tells it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import daft_lint.reporting
from daft_lint.findings import Effect
from daft_lint.plan.quantity import Quantity, between, exactly, unknown
from daft_lint.reporting import concise, full, github, sarif
from daft_lint.reporting import json as json_format
from daft_lint.reporting.money import money, money_between
from daft_lint.reporting.report import Report, Style

Priced = Callable[..., Report]

SCHEMA = json.loads(
    (Path(daft_lint.reporting.__file__).parent / "findings.schema.json").read_text("utf-8")
)


def losses(rendered: str) -> list[Any]:
    return [entry["effect"]["lost_per_hour"] for entry in json.loads(rendered)["findings"]]


def lost_line(report: Report, style: Style) -> str | None:
    lines = full.render(report, style).splitlines()
    return next((line.partition("= lost: ")[2] for line in lines if "= lost: " in line), None)


@pytest.mark.parametrize(
    ("utilisation", "workers", "cost", "line"),
    [
        (exactly(0.5), exactly(2), exactly(25.6), "25.60 an hour of the 51.20"),
        (between(0, 0.5), exactly(64), exactly(32), "1,024.00 to 2,048.00 an hour of the 2,048.00"),
        (between(0.5, 1), exactly(2), exactly(3), "up to 3.00 an hour of the 6.00"),
        (exactly(0.5), between(2, 8), exactly(3), "3.00 to 12.00 an hour of the 6.00 to 24.00"),
        (exactly(0.99), exactly(1), exactly(0.5), "less than 0.01 an hour of the 0.50"),
    ],
)
def test_what_is_lost_is_reported_beside_what_is_paid(
    utilisation: Quantity,
    workers: Quantity,
    cost: Quantity,
    line: str,
    finding_in: Callable[..., Report],
    priced: Priced,
    plain: Style,
) -> None:
    effect = Effect(exactly(4), exactly(2), utilisation)
    report = priced(finding_in("x", "x", effect=effect), workers, cost)
    assert lost_line(report, plain) == f"{line} that the cluster costs"


def test_workers_without_an_end_have_no_price_together(
    finding_in: Callable[..., Report], priced: Priced, plain: Style
) -> None:
    effect = Effect(exactly(4), exactly(2), exactly(0.5))
    report = priced(finding_in("x", "x", effect=effect), between(2, math.inf), exactly(3))
    assert lost_line(report, plain) == "at least 3.00 an hour"


@pytest.mark.parametrize(
    ("utilisation", "workers", "cost"),
    [
        (exactly(0.5), None, exactly(3)),
        (exactly(0.5), exactly(2), None),
        (exactly(0.5), exactly(2), exactly(0)),
        (exactly(1), exactly(2), exactly(3)),
        (unknown(), exactly(2), exactly(3)),
    ],
    ids=["workers unknown", "cost unknown", "for nothing", "all busy", "utilisation unknown"],
)
def test_no_line_where_nothing_is_known_to_be_lost(
    utilisation: Quantity,
    workers: Quantity | None,
    cost: Quantity | None,
    finding_in: Callable[..., Report],
    priced: Priced,
    plain: Style,
) -> None:
    effect = Effect(exactly(4), exactly(2), utilisation)
    report = priced(finding_in("x", "x", effect=effect), workers, cost)
    assert lost_line(report, plain) is None
    assert "lost" not in github.render(report, plain)


def test_json_has_both_bounds(priced_article: Report, article: Report, plain: Style) -> None:
    known, _, between_two = losses(json_format.render(priced_article, plain))
    assert known["low"] == known["high"] == pytest.approx(29.8667, abs=1e-4)
    assert between_two == {"low": pytest.approx(5.12), "high": pytest.approx(20.48)}
    assert losses(json_format.render(article, plain)) == [None] * 3


def test_json_with_money_fits_the_schema(
    priced_article: Report, priced: Priced, article: Report, plain: Style
) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    endless = priced(article, between(2, math.inf), exactly(3))
    for report in (priced_article, endless, priced(article, exactly(2), exactly(0))):
        validator.validate(json.loads(json_format.render(report, plain)))


def test_sarif_has_the_loss_among_the_properties(priced_article: Report, plain: Style) -> None:
    (run,) = json.loads(sarif.render(priced_article, plain))["runs"]
    lost = run["results"][1]["properties"]["effect"]["lost_per_hour"]
    assert lost == {"low": pytest.approx(25.6), "high": pytest.approx(25.6)}


def test_an_annotation_tells_the_loss_before_the_remedy(
    priced_article: Report, plain: Style
) -> None:
    first = github.render(priced_article, plain).splitlines()[0]
    lines = first.rpartition("::")[2].split("%0A")
    assert lines[1] == "lost: 29.87 an hour of the 51.20 that the cluster costs"
    assert lines[2].startswith("help: ")


def test_one_line_formats_stay_as_they_are(
    priced_article: Report, article: Report, plain: Style
) -> None:
    assert concise.render(priced_article, plain) == concise.render(article, plain)


def test_a_finding_without_a_pipeline_tells_the_loss_alone(
    priced_article: Report, plain: Style
) -> None:
    finding = replace(priced_article.findings[0], pipeline=None)
    assert lost_line(replace(priced_article, findings=(finding,)), plain) == "29.87 an hour"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0.00"),
        (0.004, "less than 0.01"),
        (0.01, "0.01"),
        (23.4, "23.40"),
        (1234567.891, "1,234,567.89"),
    ],
)
def test_money_has_two_decimals(amount: float, text: str) -> None:
    assert money(amount) == text


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (exactly(2.5), "2.50"),
        (between(2.501, 2.502), "2.50"),
        (between(0, 5), "up to 5.00"),
        (between(0, 0.001), "less than 0.01"),
        (between(0.001, 0.002), "less than 0.01"),
        (between(5, math.inf), "at least 5.00"),
        (unknown(), "unknown"),
    ],
)
def test_a_range_of_money_is_as_short_as_it_can_be(amount: Quantity, text: str) -> None:
    assert money_between(amount) == text


@given(st.floats(0, 1e12))
def test_money_is_never_nothing_unless_it_is(amount: float) -> None:
    assert (money(amount) == "0.00") == (amount == 0)
