"""What a person reads of a plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.plan.quantity import between, exactly
from daft_lint.planning.planner import PlannedPipeline, PlannedPool
from daft_lint.reporting.phrases import share
from daft_lint.reporting.planning.bars import row_lines, utilisation_bar
from daft_lint.reporting.planning.formula import contradicted, formula_in_words
from daft_lint.reporting.planning.phrases import durations, idle_with
from daft_lint.reporting.planning.text import NOTHING, render
from daft_lint.reporting.report import Style
from daft_lint.scheduling.prediction.forecast import Forecast
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.scheduling.tuning.terms import FormulaAnswer, Tuning

Plans = tuple[PlannedPipeline, ...]


def test_a_plan_is_what_it_was(plans: Plans, plain: Style, snapshot: SnapshotAssertion) -> None:
    assert render(plans, plain) == snapshot


def test_without_unicode_a_plan_is_ascii(plans: Plans, plain: Style) -> None:
    assert render(plans, replace(plain, unicode=False)).isascii()


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_a_plan_keeps_to_the_width(plans: Plans, plain: Style, width: int) -> None:
    lines = render(plans, replace(plain, width=width)).splitlines()
    prose = [line for line in lines if "█" not in line and "▒" not in line]
    assert max(map(len, prose)) <= max(width, 80)
    if width >= 80:
        assert max(map(len, lines)) <= min(width, 100)


def test_colour_changes_no_character(plans: Plans, plain: Style) -> None:
    from rich.text import Text

    coloured = render(plans, replace(plain, color=True))
    assert "\x1b[" in coloured
    bare = [line.rstrip() for line in Text.from_ansi(coloured).plain.splitlines()]
    assert bare == render(plans, plain).splitlines()


def test_no_pool_is_reported_in_one_line(plain: Style) -> None:
    assert render((), plain) == NOTHING
    assert NOTHING.count("\n") == 1


def test_ranges_are_reported_as_ranges() -> None:
    assert durations(between(41, 19_531)) == "41 s to 5 h 26 min"
    assert durations(between(41, math.inf)) == "at least 41 s"
    assert durations(None) == "unknown"
    assert share(between(0, 1)) == "unknown"
    assert share(between(0.251, 0.999)) == "25% to 100%"
    assert idle_with(between(3, 4), 7) == "3 to 4 of 7"


@pytest.mark.parametrize(
    ("low", "high", "drawn"),
    [(0.5, 0.5, "########........"), (0, 1, "++++++++++++++++"), (0.25, 0.5, "####++++........")],
)
def test_a_bar_shows_what_is_sure_and_what_may_be(low: float, high: float, drawn: str) -> None:
    assert utilisation_bar(between(low, high), unicode=False).plain == drawn


def test_many_unequal_actors_are_summed_up_by_worker() -> None:
    rows = [0] * 40 + list(range(1, 161))
    run = Occupancy(tuple(ActorUse(n % 20, row, 1, row) for n, row in enumerate(rows)), 200.0)
    lines = [line.plain.rstrip() for line in row_lines(run, 80, unicode=False)]
    assert len(lines) == 8
    assert lines[0] == "worker 1  10 actors   ########################    720 rows  2 idle"
    assert lines[-1].startswith("13 more   130 actors ")
    assert lines[-1].endswith("8,008 rows  26 idle")


def tuning_with(now: Forecast, best: Forecast, its: Forecast, plans: Plans) -> Tuning:
    tuning = plans[0].pools[0].tuning
    assert tuning is not None
    return replace(tuning, now=now, advised=best, formula=FormulaAnswer(256, 3906, its, {}))


def lasting(seconds: float, to: float | None = None) -> Forecast:
    makespan = between(seconds, seconds if to is None else to)
    return Forecast(exactly(0), exactly(0.9), makespan, None)


def test_a_formula_that_a_measurement_contradicts_is_reported(
    plans: Plans, tuned: Callable[[Tuning], PlannedPool]
) -> None:
    worse = tuning_with(lasting(100), lasting(10), lasting(11), plans)
    assert contradicted(worse)
    assert "Measurements disagree" in formula_in_words(worse)
    as_good = tuning_with(lasting(100), lasting(10), lasting(10.05), plans)
    assert not contradicted(as_good)
    assert "The model agrees" in formula_in_words(as_good)


def test_a_formula_that_only_some_runs_gain_by_is_not_agreed_with(plans: Plans) -> None:
    better = tuning_with(lasting(100), lasting(10), lasting(8), plans)
    assert not contradicted(better)
    assert "The model forecasts utilisation 90%, 8 s with 3,906 partitions" in (
        formula_in_words(better)
    )


def test_a_formula_beyond_the_model_is_neither(plans: Plans) -> None:
    open_end = tuning_with(lasting(100), lasting(10), lasting(10, math.inf), plans)
    assert not contradicted(open_end)
    assert "doesn't handle that many tasks" in formula_in_words(open_end)


def test_another_concurrency_contradicts_no_formula(plans: Plans) -> None:
    tuning = tuning_with(lasting(100), lasting(10), lasting(50), plans)
    more = replace(tuning.advised_numbers, concurrency=8)
    assert not contradicted(replace(tuning, advised_numbers=more))
