from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from syrupy.assertion import SnapshotAssertion

from daft_lint.reporting.pipelines.json import render
from daft_lint.reporting.report import Style
from daft_lint.rule import Case

Cases = tuple[Case, ...]
Reader = Callable[[str], Cases]


def pipelines_of(cases: Cases) -> list[Any]:
    document = json.loads(render(cases, Style(color=False, width=80)))
    assert document["version"] == 1
    return list(document["pipelines"])


def test_a_whole_pipeline(
    read: Reader, programs: Mapping[str, str], snapshot: SnapshotAssertion
) -> None:
    """Numbers and places are short: `test_numbers_say_where_they_come_from` has one whole."""
    assert json.dumps(short(pipelines_of(read(programs["tuned"]))), indent=2) == snapshot


def short(value: Any) -> Any:
    """A number as its bounds, and the places of a span in one text."""
    if isinstance(value, list):
        return [short(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if {"low", "high"} <= value.keys():
        return f"{value['low']} to {value['high']}"
    ends = {
        name: value.pop(name)
        for name in ("line", "column", "end_line", "end_column")
        if name in value
    }
    place = {"place": " ".join(map(str, ends.values()))} if ends else {}
    return {**{name: short(entry) for name, entry in value.items()}, **place}


def test_it_is_ascii_and_comes_back_the_same(program: Cases, plain: Style) -> None:
    rendered = render(program, plain)
    assert rendered.isascii()
    assert json.dumps(json.loads(rendered), indent=2, allow_nan=False) + "\n" == rendered


def test_no_pipelines_is_an_empty_list(plain: Style) -> None:
    assert json.loads(render((), plain)) == {"version": 1, "pipelines": []}


def test_numbers_say_where_they_come_from(read: Reader, programs: Mapping[str, str]) -> None:
    (pipeline,) = pipelines_of(read(programs["tuned"]))
    (pool,) = pipeline["pools"]
    assert pool["call"]["udf"]["batch_size"] == {
        "low": 25,
        "high": 25,
        "origins": [
            {
                "kind": "constant",
                "text": "BATCH_SIZE = 25",
                "path": "job.py",
                "line": 4,
                "column": 14,
            }
        ],
    }
    assert pipeline["cluster"]["workers"]["origins"][0]["text"] == "hint workers=2"


def test_what_nothing_bounds_is_null(read: Reader, programs: Mapping[str, str]) -> None:
    library = pipelines_of(read(programs["everything"]))[-1]
    assert library["action"] is None
    assert library["source"]["rows"] == {"low": 0, "high": None, "origins": []}


def test_rows_per_actor_are_reported_where_they_are_known(
    read: Reader, programs: Mapping[str, str]
) -> None:
    (pool,) = pipelines_of(read(programs["one-sided"]))[0]["pools"]
    assert sum(actor["rows"] for actor in pool["rows_per_actor"]) == 1000
    assert [actor["worker"] for actor in pool["rows_per_actor"]] == [1, 1, 2, 2]
    assert pool["idle"]["low"] == pool["idle"]["high"] == 2


def test_a_frame_that_flows_into_several_steps_is_reported_once(
    read: Reader, programs: Mapping[str, str]
) -> None:
    (pipeline,) = pipelines_of(read(programs["shared"]))
    first, *again = [
        side for step in pipeline["steps"] for side in step["inputs"] if "frame" in side
    ]
    assert (first["frame"], len(first["steps"])) == (1, 1)
    assert again == [{"frame": 1}, {"frame": 1}]


def test_branches_barriers_and_other_sides_are_marked(
    read: Reader, programs: Mapping[str, str]
) -> None:
    pipeline = next(
        found for found in pipelines_of(read(programs["everything"])) if found["unused"]
    )
    steps = {step["title"]: step for step in pipeline["steps"]}
    assert steps['repartition(12, "text")']["maybe"]
    assert steps['with_column("page")']["heavy"]
    assert steps["concat()"]["finished"]
    (side,) = steps["concat()"]["inputs"]
    assert [step["title"] for step in side["steps"]] == ["into_partitions(6)"]
    assert [step["title"] for step in pipeline["dropped"]] == [
        "repartition(4)",
        'with_column("dead")',
    ]
    assert pipeline["dropped"][0]["by"]["title"] == "into_partitions(6)"
    assert [call["output"] for call in pipeline["unused"]] == ["dead", "half dead"]
