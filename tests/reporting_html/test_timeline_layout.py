from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.reporting.timeline import Timeline, axis_seconds, timeline
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.observation import Measurement, Morsel, Trial
from daft_lint.verification.verdict import Verified


def one_actor(*times: tuple[float, float]) -> Trial:
    morsels = tuple(Morsel(0, 10, start, end) for start, end in times)
    busy = sum(end - start for start, end in times)
    span = max(end for _, end in times)
    return Trial(Occupancy((ActorUse(0, 10 * len(times), len(times), busy),), span), morsels, 1, 9)


def drawn(trial: Trial, axis: float | None = None) -> Timeline:
    return timeline(trial, axis_seconds([trial]) if axis is None else axis)


def measured(verified: Verified) -> tuple[Measurement, Measurement]:
    first = verified.verifications[0]
    assert first.before is not None
    assert first.after is not None
    return first.before, first.after


def test_one_axis_makes_the_shorter_run_visibly_shorter(article: Verified) -> None:
    before, after = (measurement.typical for measurement in measured(article))
    axis = axis_seconds([before, after])
    assert timeline(before, axis).end.x == 100
    assert timeline(after, axis, before).end.x == pytest.approx(42.4, abs=0.5)
    ends = [timeline(trial, axis).ticks for trial in (before, after)]
    assert ends[0] == ends[1]


def test_the_end_without_the_remedy_is_marked_beside_the_remedied_run(article: Verified) -> None:
    before, after = (measurement.typical for measurement in measured(article))
    axis = axis_seconds([before, after])
    marked = timeline(after, axis, before).earlier
    assert marked is not None
    assert marked.x == 100
    assert timeline(before, axis).earlier is None


def test_actors_stand_under_their_worker(article: Verified) -> None:
    drawing = drawn(measured(article)[0].trials[0])
    assert [heading.label for heading in drawing.headings] == ["worker 1", "worker 2"]
    assert [row.label for row in drawing.rows] == [f"actor {number}" for number in range(1, 5)]
    tops = sorted(place.y for place in (*drawing.headings, *drawing.rows))
    assert tops == sorted(set(tops))
    assert drawing.headings[1].y > drawing.rows[1].y


def test_workers_and_processes_are_rows_of_their_own(
    workers: Verified, processes: Verified
) -> None:
    for verified, labels in (
        (workers, ["worker 1", "worker 2"]),
        (processes, [f"process {number}" for number in range(1, 5)]),
    ):
        before = verified.verifications[0].before
        assert before is not None
        drawing = drawn(before.typical)
        assert drawing.headings == ()
        assert [row.label for row in drawing.rows] == labels
        assert drawing.rows[0].description == f"{labels[0]}: idle"


def test_an_idle_actor_has_a_row_without_bars_that_says_so(article: Verified) -> None:
    rows = drawn(measured(article)[0].trials[0]).rows
    assert [row.note for row in rows] == ["", "", "idle", "idle"]
    assert [len(row.bars) for row in rows] == [2, 3, 0, 0]
    assert rows[3].description == "worker 2, actor 4: idle"


def test_an_actor_that_never_started_says_so(everything: Verified) -> None:
    before = everything.verifications[-1].before
    assert before is not None
    drawing = drawn(before.typical)
    assert drawing.headings[-1].label == "no worker"
    assert [row.note for row in drawing.rows[-2:]] == ["never started", "never started"]


def test_a_bar_tells_its_rows_and_times() -> None:
    bar = drawn(one_actor((0, 1), (1, 4))).rows[0].bars[1]
    assert (bar.x, bar.width) == (25, 75)
    assert bar.tooltip.replace("\u202f", " ") == "10 rows, 3 s: from 1 s to 4 s"


def test_morsels_too_short_to_be_distinguished_are_one_bar() -> None:
    trial = one_actor(*((number / 1000, (number + 1) / 1000) for number in range(2000)))
    bars = drawn(trial).rows[0].bars
    assert 100 < len(bars) <= 200
    assert bars[0].tooltip.startswith("130 rows in 13 morsels")


def test_a_long_morsel_and_a_wait_are_never_blended_in() -> None:
    long = drawn(one_actor((0, 0.01), (0.01, 10))).rows[0].bars
    wait = drawn(one_actor((0, 0.01), (5, 5.01), (9, 10))).rows[0].bars
    assert [len(long), len(wait)] == [2, 3]


@given(st.lists(st.tuples(st.floats(0.001, 3), st.floats(0, 1)), min_size=1, max_size=40))
def test_bars_keep_all_rows_in_order_within_the_axis(lengths: list[tuple[float, float]]) -> None:
    times, now = [], 0.0
    for length, wait in lengths:
        times.append((now + wait, now + wait + length))
        now += wait + length
    bars = drawn(one_actor(*times)).rows[0].bars
    rows = [int(bar.tooltip.split(" row", 1)[0].replace(",", "")) for bar in bars]
    assert sum(rows) == 10 * len(times)
    edges = [edge for bar in bars for edge in (bar.x, bar.x + bar.width)]
    assert edges == pytest.approx(sorted(edges), abs=0.002)
    assert edges[-1] <= 100.001


@given(st.floats(1e-4, 1e5))
def test_an_axis_has_a_few_ticks_at_round_times(axis: float) -> None:
    ticks = drawn(one_actor((0, axis)), axis).ticks
    assert 2 <= len(ticks) <= 6
    assert ticks[0].x == 0
    assert ticks[-1].x <= 100.001
    first = {tick.label.replace(",", "").strip("0.\u202fs")[:1] for tick in ticks[1:]}
    assert first <= set("123456789")
    assert len({tick.label for tick in ticks}) == len(ticks)


def test_many_actors_have_low_rows(crowd: Verified, article: Verified) -> None:
    assert drawn(measured(crowd)[0].typical).dense
    assert not drawn(measured(article)[0].typical).dense
