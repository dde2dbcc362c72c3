"""The table of calls that Daft refuses, against what each version of Daft said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daft_lint.daft_api.refusals import REFUSED, Refused
from daft_lint.plan.cluster import RunnerKind

_FILE = Path(__file__).parents[2] / "benchmarks" / "results" / "refused_calls.json"
_RESULTS: dict[str, dict[str, dict[str, list[str]]]] = json.loads(_FILE.read_text("utf-8"))
_BY_VERSION = {tuple(map(int, version.split("."))): found for version, found in _RESULTS.items()}
_NEWEST = max(_BY_VERSION)
_RUNNERS = (RunnerKind.NATIVE, RunnerKind.RAY)


def _as_it_says(row: Refused, text: str) -> bool:
    """Whether Daft raised what the table says; where a column is missing, a look at it does."""
    kinds = tuple(f"{kind}: " for kind in row.error.split(" or ")) if row.error else row.says
    return text.startswith(kinds) and row.says in text


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.name)
def test_each_version_refuses_what_the_table_says(row: Refused) -> None:
    before = max((version for version in _BY_VERSION if version < row.since), default=row.since)
    for version, found in _BY_VERSION.items():
        for runner in _RUNNERS if version >= before else ():
            call, _ = found[row.name][runner.value]
            refuses = version >= row.since and row.runner in {None, runner}
            assert _as_it_says(row, call) is refuses, (version, runner, call)


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.name)
def test_the_newest_takes_the_remedy(row: Refused) -> None:
    for runner in _RUNNERS:
        _, remedy = _BY_VERSION[_NEWEST][row.name][runner.value]
        # The remedy behind a checkpoint needs Ray as well.
        assert remedy == "" or (row.runner is RunnerKind.RAY and runner is RunnerKind.NATIVE)


def test_every_row_was_run() -> None:
    assert {row.name for row in REFUSED} == set(_BY_VERSION[_NEWEST])
    assert min(row.since for row in REFUSED) == min(_BY_VERSION)
