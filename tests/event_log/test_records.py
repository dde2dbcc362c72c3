"""Broken lines of a log: numbers that are none, or without end, and plans that are no tree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daft_lint.event_log.plans import plan_of
from daft_lint.event_log.records import Reading, records

GOOD = '{"event": "operator_end", "query_id": "q", "rows": 12, "seconds": 0.5}'


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 400, "9" * 5000, "-" + "9" * 400]
)
def test_a_number_that_counts_nothing_breaks_its_line(tmp_path: Path, number: str) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(f"{GOOD}\n{GOOD.replace('12', number)}\n{GOOD}\n")
    reading = Reading()
    assert list(records(log, reading)) == [json.loads(GOOD)] * 2
    assert (reading.lines, reading.broken) == (3, 1)


def test_numbers_are_read_as_they_are(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(GOOD.replace("12", "1e3").replace("0.5", "123456789012345678"))
    (record,) = records(log, Reading())
    assert (record["rows"], record["seconds"]) == (1000.0, 123456789012345678)


@pytest.mark.parametrize("plan", ["0", "[]", '{"type": "Sort", "children": [0]}', "{", 3])
def test_a_plan_that_is_no_tree_of_steps_is_none(plan: object) -> None:
    assert plan_of(plan) is None
