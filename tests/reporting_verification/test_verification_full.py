from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from daft_lint.reporting.report import Style
from daft_lint.reporting.verification import VerificationReport
from daft_lint.reporting.verification.figures import rows_between, rows_of_each
from daft_lint.reporting.verification.full import render
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.observation import Trial
from daft_lint.verification.verdict import Environment

Reports = Callable[..., VerificationReport]


def test_every_kind_reads_well(
    every: VerificationReport, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(every, plain) == snapshot


def test_it_reads_well_in_a_narrow_terminal(
    report_of: Reports, snapshot: SnapshotAssertion
) -> None:
    narrow = Style(color=False, width=60)
    assert render(report_of("helped", "many actors"), narrow) == snapshot


@pytest.mark.parametrize("width", [60, 200])
def test_lines_keep_to_the_width(every: VerificationReport, plain: Style, width: int) -> None:
    lines = render(every, replace(plain, width=width)).splitlines()
    assert max(map(cell_len, lines)) <= width


def test_a_very_narrow_terminal_is_no_obstacle(every: VerificationReport, plain: Style) -> None:
    assert render(every, replace(plain, width=1)) == render(every, replace(plain, width=40))


def test_colour_adds_escapes_and_nothing_else(every: VerificationReport, plain: Style) -> None:
    coloured = render(every, replace(plain, color=True))
    uncoloured = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    lines = [line.rstrip() for line in uncoloured.splitlines()]
    assert lines == render(every, plain).splitlines()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("helped", "\x1b[1;31mCONFIRMED:"),
        ("refuted", "\x1b[1;32mREFUTED:"),
        ("out of time", "\x1b[1;33mINCONCLUSIVE:"),
        ("helped", "\x1b[1;32mremedy helps:"),
        ("not helped", "\x1b[1;31mremedy does not help:"),
    ],
)
def test_a_verdict_has_its_colour(name: str, shown: str, report_of: Reports, plain: Style) -> None:
    assert shown in render(report_of(name), replace(plain, color=True))


def test_escapes_never_reach_the_terminal(report_of: Reports, plain: Style) -> None:
    rendered = render(report_of("odd path", "surrogate"), plain)
    assert all(line.isprintable() for line in rendered.splitlines())
    assert r"../up\udcff.py:3:34" in rendered


def test_a_remedy_that_does_not_help_is_a_fault_of_the_rule(
    report_of: Reports, plain: Style
) -> None:
    rendered = render(report_of("not helped"), replace(plain, width=200))
    assert "this is a bug in DFT102, please report it" in " ".join(rendered.split())
    assert "= tried: put .into_batches(250)" in rendered
    assert "apply with" not in rendered


def test_only_a_remedy_that_helps_is_offered_to_be_applied(
    report_of: Reports, plain: Style
) -> None:
    wide = replace(plain, width=200)
    assert "(apply with --fix)" in render(report_of("helped"), wide)
    assert "apply with" not in render(report_of("out of time"), wide)


def test_what_is_refuted_needs_no_remedy(report_of: Reports, plain: Style) -> None:
    rendered = render(report_of("refuted"), plain)
    assert "remedy" not in rendered
    assert "help:" not in rendered


def test_actors_that_never_started_are_reported(report_of: Reports, plain: Style) -> None:
    assert "    1 actor never started\n" in render(report_of("not helped"), plain)


def test_a_pool_of_which_nothing_started_has_no_bars(report_of: Reports, plain: Style) -> None:
    report = report_of("out of time")
    (found,) = report.verifications
    assert found.before is not None
    run = Trial(Occupancy((), 0.0), (), 4, 120.0)
    found = replace(found, before=replace(found.before, trials=(run,)))
    rendered = render(
        replace(report, verified=replace(report.verified, verifications=(found,))), plain
    )
    assert "rows per actor   600 400 | 0 0  none\n    4 actors never started\n" in rendered


@pytest.mark.parametrize(
    ("names", "environment", "summary"),
    [
        (
            ("helped", "live", "without runs"),
            Environment("0.7.26", "2.60.0", "3.11.7", None, 41.27),
            "2 confirmed, 1 inconclusive of 3 findings; 41 s on Daft 0.7.26, Ray 2.60.0",
        ),
        (
            ("refuted",),
            Environment("0.7.26", "2.60.0", "3.11.7", "ray://10.0.0.7:10001", 125),
            "1 refuted of 1 finding; 2 min 5 s on Daft 0.7.26, Ray 2.60.0 at ray://10.0.0.7:10001",
        ),
        (
            ("processes",),
            Environment("0.7.26", None, "3.11.7", None, 8),
            "1 confirmed of 1 finding; 8 s on Daft 0.7.26",
        ),
        (("without runs",), None, "1 inconclusive of 1 finding; nothing ran"),
        ((), None, "Nothing to verify: no findings about idle workers or actors in 4 files"),
    ],
)
def test_the_last_line_sums_it_up(
    names: tuple[str, ...],
    environment: Environment | None,
    summary: str,
    report_of: Reports,
    plain: Style,
) -> None:
    report = report_of(*names, environment=environment)
    assert render(report, replace(plain, width=120)).splitlines()[-1] == summary
    assert summary not in render(report, replace(plain, width=120, summary=False))


def test_nothing_at_all_is_one_line(nothing: VerificationReport, plain: Style) -> None:
    assert render(nothing, plain).count("\n") == 1


def test_rows_per_actor_come_by_worker_and_as_a_range() -> None:
    actors = [(1, 250.0), (0, 1250.0), (1, 250.0), (0, 0.0)]
    seen = Occupancy(tuple(ActorUse(worker, rows, 1, 1) for worker, rows in actors), 1)
    assert rows_of_each(seen) == "1,250 0 | 250 250"
    assert rows_between(seen) == "0 to 1,250"


@given(rows=st.lists(st.integers(0, 10**9), min_size=1, max_size=60))
def test_the_shortest_form_of_rows_per_actor_is_short(rows: list[int]) -> None:
    seen = Occupancy(tuple(ActorUse(place % 4, row, 1, 1) for place, row in enumerate(rows)), 1)
    assert len(rows_of_each(seen).replace("|", "").split()) == len(rows)
    assert len(rows_between(seen)) <= len("1,000,000,000 to 1,000,000,000")
