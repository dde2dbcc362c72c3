"""A run that is killed leaves nothing behind that anybody would have to clean up."""

import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_runs_that_are_killed_break_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.delenv("DAFT_LINT_NO_CACHE", raising=False)
    from crash_safety import kill_runs

    sys.modules.pop("crash_safety")
    outcome = kill_runs(2, files=3, seed=11, aimed=1)
    assert outcome.problems == []
    assert outcome.killed == 3
