"""Costs are fitted to some runs and checked on others."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from fit_costs import case_of, figures, fitted, mean_error
from hypothesis import given, settings
from hypothesis import strategies as st
from minimising import minimum
from random_shapes import draw_shapes
from recording import PoolRun, Recorded, append

from daft_lint.verification.messages import ActorLog, Call, NodeFacts

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "fit_costs.py"
SHAPES = draw_shapes(6, 7)
CASES = [case_of(shape, observed=4.0) for shape in SHAPES]


def _file(path: Path, seed: int) -> Path:
    log = ActorLog("a", "node", "watched", (0.5,), (Call(100, 1.0, 2.0),))
    pools = (PoolRun("watched", (log,)),)
    append(path, Recorded(seed, 0, SHAPES[0], "", (NodeFacts("node", 8, 0),), 3.0, pools))
    return path


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=4))
@settings(max_examples=30, deadline=None)
def test_the_lowest_point_of_a_bowl_is_found(lowest: list[float]) -> None:
    def bowl(point: Sequence[float]) -> float:
        return sum((number - low) ** 2 for number, low in zip(point, lowest, strict=True))

    found = minimum(bowl, [0.0] * len(lowest), 0.5, 1_500)
    assert math.dist(found, lowest) < 0.05


def test_there_must_be_something_to_vary() -> None:
    with pytest.raises(ValueError, match="nothing to vary"):
        minimum(lambda _: 0.0, [], 1.0, 10)


def test_a_fit_is_no_worse_and_leaves_the_figures_alone() -> None:
    before = figures()
    after = fitted(CASES, before, draws=2, evaluations=25)
    assert after.keys() == before.keys()
    assert mean_error(CASES, after, 2) <= mean_error(CASES, before, 2)
    assert figures() == before


def test_costs_are_not_checked_on_the_seeds_that_they_were_fitted_to(tmp_path: Path) -> None:
    fitting, same = _file(tmp_path / "fitting.jsonl", 1), _file(tmp_path / "same.jsonl", 1)
    command = [sys.executable, str(SCRIPT), str(fitting), "--check", str(same)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "fit_costs.py: seed 1 is in both\n"


def test_figures_are_reported_before_and_after(tmp_path: Path) -> None:
    fitting, others = _file(tmp_path / "fitting.jsonl", 1), _file(tmp_path / "other.jsonl", 2)
    options = ["--draws", "1", "--evaluations", "3", "--check", str(others)]
    command = [sys.executable, str(SCRIPT), str(fitting), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in figures():
        assert f"| `{name}` |" in done.stdout
    assert "| fitted | 1 |" in done.stdout
    assert "| checked | 1 |" in done.stdout
