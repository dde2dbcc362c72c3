"""What the model passes over is what it would have simulated."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daft_lint.scheduling.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.dispatch import dispatch_of
from daft_lint.scheduling.event_model import Machine, Phase, run_phases
from daft_lint.scheduling.occupancy import Occupancy
from daft_lint.scheduling.placement import spread
from daft_lint.scheduling.reduced_simulation import run_reduced
from daft_lint.scheduling.stations import Stage

unhurried = settings(deadline=None)
# Binary fractions add up without rounding, which could decide between two that end together.
costs = st.one_of(
    st.just(EQUAL_ROWS),
    st.builds(
        Costs,
        st.sampled_from([2**-10, 2**-7]),
        morsel_seconds=st.sampled_from([0.0, 2**-10]),
        handover_seconds=st.sampled_from([0.0, 2**-8]),
        dispatch_seconds=st.sampled_from([0.0, 2**-9]),
        submit_seconds=st.sampled_from([0.0, 2**-7]),
        travel_seconds=st.sampled_from([0.0, 2**-6]),
    ),
)


def shares(run: Occupancy) -> list[tuple[float, int]]:
    return sorted((round(use.rows, 6), use.morsels) for use in run.actors)


@unhurried
@given(
    st.lists(st.integers(1, 4_000), min_size=1, max_size=8),
    st.lists(st.integers(1, 5), min_size=1, max_size=4),
    st.integers(1, 70),
    st.integers(1, 9),
    costs,
)
def test_passing_over_rounds_that_repeat_changes_nothing(tasks, actors, batch_size, cpus, cost):
    phase = Phase([[rows] for rows in tasks], (Stage(tuple(actors), batch_size),))
    machine = Machine((cpus,) * len(actors))

    short = run_phases([phase], machine, cost)
    whole = run_phases([phase], machine, cost, skip_repeats=False)

    assert short.phases[0][0].rows == sum(tasks)
    assert shares(short.phases[0][0]) == shares(whole.phases[0][0])
    assert short.span == pytest.approx(whole.span, rel=1e-9)


@unhurried
@given(
    st.integers(1, 30),
    st.integers(1, 300),
    st.integers(2, 12),
    st.integers(1, 4),
    st.integers(1, 100),
    st.integers(2, 6),
)
def test_cells_of_an_even_cluster_are_the_whole(each, rows, workers, local, batch_size, cells):
    tasks = [rows] * (each * workers)
    stage = Stage((local,) * workers, batch_size)
    machine = Machine((each,) * workers)
    whole = run_reduced(tasks, stage, machine, EQUAL_ROWS, most_events=10**9)
    largest = -(-workers // min(cells, workers))
    morsels = each * (2 + -(-rows // batch_size))

    divided = run_reduced(tasks, stage, machine, EQUAL_ROWS, most_events=largest * morsels)

    assert shares(divided) == shares(whole)
    assert divided.span == pytest.approx(whole.span)


@unhurried
@given(
    st.integers(100, 300),
    st.integers(2, 8),
    st.integers(1, 12),
    st.sampled_from([2, 4, 8]),
    st.integers(30, 40),
    st.sampled_from([10, 25]),
)
def test_cells_of_unequal_workers_get_tasks_as_fast_as_they_work(
    rows, workers, more, cpus, rounds, batch_size
):
    actors = spread(workers + more, workers)
    tasks = [rows] * (rounds * workers * cpus)
    stage, machine = Stage(actors, batch_size), Machine((cpus,) * workers)
    whole = run_reduced(tasks, stage, machine, EQUAL_ROWS, most_events=10**9)

    divided = run_reduced(tasks, stage, machine, EQUAL_ROWS, most_events=1_000)

    assert divided.rows == pytest.approx(sum(tasks))
    assert divided.utilisation == pytest.approx(whole.utilisation, abs=0.1)


@unhurried
@given(
    st.lists(st.integers(1, 500), min_size=1, max_size=60),
    st.integers(1, 8),
    st.integers(1, 4),
    st.integers(1, 100),
    st.integers(5, 100),
    st.sampled_from([(0, 6, 4), (0, 7, 0), (0, 7, 3), (0, 7)]),
    costs,
)
def test_a_run_reported_from_a_part_of_it_keeps_what_must_be(
    tasks, workers, local, batch_size, most, version, cost
):
    stage = Stage((local,) * workers, batch_size)
    machine = Machine((4,) * workers, (), dispatch_of(version))

    run = run_reduced(tasks, stage, machine, cost, most_events=most)

    assert run.rows == pytest.approx(sum(tasks))
    assert run.morsels == sum(-(-rows // batch_size) for rows in tasks)
    assert 0 < run.utilisation <= 1 + 1e-9
    assert 0 <= run.idle < workers * local


@unhurried
@given(
    st.integers(1, 40),
    st.integers(1, 500),
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(1, 100),
    st.integers(1, 8),
)
def test_twice_the_cluster_never_gives_an_actor_more_rows(
    count, rows, workers, local, batch_size, cpus
):
    def most_rows(times: int) -> float:
        stage = Stage((local,) * workers * times, batch_size)
        machine = Machine((cpus,) * workers * times)
        run = run_reduced([rows] * count, stage, machine, EQUAL_ROWS)
        return max(use.rows for use in run.actors)

    assert most_rows(2) <= most_rows(1)


def test_twice_the_workers_for_the_same_actors_may_give_one_more_rows():
    """Measured: one partition on one worker 384 to 448 rows, on two workers 768 and 832."""

    def most_rows(workers: int) -> float:
        stage = Stage(spread(4, workers), 64)
        run = run_reduced([1_600], stage, Machine((8,) * workers), EQUAL_ROWS)
        return max(use.rows for use in run.actors)

    assert (most_rows(1), most_rows(2)) == (448, 832)
