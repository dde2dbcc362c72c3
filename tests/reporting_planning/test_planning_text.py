"""What a person reads of a plan."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.plan.quantity import between
from daft_lint.planning.planner import PlannedPipeline
from daft_lint.reporting.phrases import share
from daft_lint.reporting.planning.comparison import row_lines, utilisation_bar
from daft_lint.reporting.planning.phrases import durations, idle_with
from daft_lint.reporting.planning.text import NOTHING, render
from daft_lint.reporting.printable import in_ascii
from daft_lint.reporting.report import Style
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy

Plans = tuple[PlannedPipeline, ...]


def test_a_plan_is_what_it_was(plans: Plans, plain: Style, snapshot: SnapshotAssertion) -> None:
    assert render(plans, plain) == snapshot


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
    assert in_ascii(utilisation_bar(between(low, high)).plain) == drawn


def test_many_unequal_actors_are_summed_up_by_worker() -> None:
    rows = [0] * 40 + list(range(1, 161))
    run = Occupancy(tuple(ActorUse(n % 20, row, 1, row) for n, row in enumerate(rows)), 200.0)
    lines = [in_ascii(line.plain).rstrip() for line in row_lines(run, 80)]
    assert len(lines) == 8
    assert lines[0] == "worker 1  10 actors   ########################    720 rows  2 idle"
    assert lines[-1].startswith("13 more   130 actors ")
    assert lines[-1].endswith("8,008 rows  26 idle")
