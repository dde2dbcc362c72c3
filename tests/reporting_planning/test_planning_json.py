"""What a program reads of a plan."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

import daft_lint.reporting.planning
from daft_lint.planning.planner import PlannedPipeline
from daft_lint.reporting.planning.json import render
from daft_lint.reporting.report import Style

Plans = tuple[PlannedPipeline, ...]

SCHEMA = json.loads(
    (Path(daft_lint.reporting.planning.__file__).parent / "plan.schema.json").read_text("utf-8")
)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_plan_fits_the_schema(plans: Plans, plain: Style) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(render(plans, plain)))
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(render((), plain)))


def test_the_figures_are_those_of_the_plan(plans: Plans, plain: Style) -> None:
    code, numbers = json.loads(render(plans, plain))["pipelines"]
    embed, tag = code["pools"]
    assert code["place"]["line"] == 22
    assert embed["now"]["utilisation"] == {"low": 0.42, "high": 0.42}
    assert embed["now"]["money"]["lost_per_hour"] == {"low": 7.42, "high": 7.42}
    assert embed["advised"]["numbers"] == {
        "partitions": 2,
        "into_batches": None,
        "batch_size": 50,
        "concurrency": 4,
    }
    assert [step["number"] for step in embed["steps"]] == ["partitions", "batch_size"]
    assert embed["steps"][0]["change"] == "put .into_partitions(2) before `with_column` on line 25"
    assert tag["room"] == {"actors": 2, "resource": "CPU", "each": 8}
    assert [rows["rows"] for rows in embed["now"]["rows_per_actor"]] == [600, 400, 0, 0]
    assert embed["more_actors"]["numbers"]["concurrency"] == 8
    assert embed["more_actors"]["makespan_seconds"] == {"low": 1.3, "high": 1.3}
    assert tag["advised"] is None
    assert tag["more_actors"] is None
    assert numbers["place"] is None
    assert numbers["pools"][0]["now"]["makespan_seconds"] is None
    assert numbers["pools"][0]["conditions"][0]["threshold"] == 12


def test_json_needs_no_colour_and_is_ascii(plans: Plans) -> None:
    assert render(plans, Style(color=True, width=10)).isascii()
