"""How much work it is to find the UDFs that Daft mixes up."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Plan
from daft_lint.scheduling import liveness
from daft_lint.scheduling.columns import EVERYTHING
from daft_lint.scheduling.mixed_up_calls import mixed_calls
from daft_lint.scheduling.optimiser import optimise

_PRELUDE = """
import daft
from daft import col

@daft.func
def tag(text: str) -> str:
    return text

df = daft.read_parquet("in/*.parquet")
"""


def _plan(steps: list[str]) -> Plan:
    program = _PRELUDE + "".join(f"df = df.{step}\n" for step in steps)
    return read(f"{program}df.write_parquet('out')\n", "job.py").pipelines[-1].plan


def _mixed(plan: Plan) -> list[str | None]:
    runs = optimise(plan, None).plan
    return [mixed.second.output for mixed in mixed_calls(plan, runs, EVERYTHING)]


def test_each_step_is_asked_once_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [f"with_column('c{n}', col('c{n - 1}') + 1)" for n in range(1, 50)]
    plan = _plan([*steps, "with_column('x', tag(col('c1')))", "with_column('y', tag(col('c2')))"])
    runs = optimise(plan, None).plan
    asked = Mock(wraps=liveness._needs_before)
    monkeypatch.setattr(liveness, "_needs_before", asked)
    assert list(mixed_calls(plan, runs, EVERYTHING)) == []
    assert 0 < asked.call_count <= len(runs.operators)


def test_what_ran_for_an_earlier_barrier_is_left_to_its_own_plan() -> None:
    mixing = "where((tag(col('a')) == 'x') & (tag(col('b')) == 'y') | (tag(col('c')) == 'z'))"
    assert _mixed(_plan([mixing]))
    assert not _mixed(_plan([mixing, "collect()"]))
