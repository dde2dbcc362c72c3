"""What stands for several does what they would do one by one."""

from __future__ import annotations

import math
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.scheduling.partitions.partition_sampling import Gathered, Shuffled, Whole, deal
from daft_lint.scheduling.partitions.partitioning import even_sizes
from daft_lint.scheduling.simulation.cluster_costs import cluster_costs
from daft_lint.scheduling.simulation.costs import EQUAL_ROWS, Costs
from daft_lint.scheduling.simulation.event_model import MOST_EVENTS, Machine, Phase, run_phases
from daft_lint.scheduling.simulation.placement import spread
from daft_lint.scheduling.simulation.stations import Stage

unhurried = settings(deadline=None, max_examples=draws(200))
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


def followed(tasks, stage, machine, cost=EQUAL_ROWS, random=None):
    """The run of tasks of which nothing stands for several."""
    return run_phases([Phase(tasks, (stage,))], machine, cost, random, most_events=math.inf).phases[
        0
    ][0]


def told(tasks, stage, machine, cost=EQUAL_ROWS, random=None):
    return run_phases([Phase(tasks, (stage,))], machine, cost, random).phases[0][0]


def mean_span(runs):
    return fmean(run.span for run in runs)


@unhurried
@given(
    st.lists(st.integers(1, 4_000), min_size=1, max_size=8),
    st.lists(st.integers(1, 5), min_size=1, max_size=4),
    st.integers(1, 70),
    st.integers(1, 9),
    costs,
)
def test_a_morsel_that_stands_for_several_changes_little(tasks, actors, batch_size, cpus, cost):
    parts = [(rows,) for rows in tasks]
    stage, machine = Stage(tuple(actors), batch_size), Machine((cpus,) * len(actors))

    short, whole = told(parts, stage, machine, cost), followed(parts, stage, machine, cost)

    assert short.rows == sum(tasks)
    assert short.morsels == whole.morsels
    assert short.idle == whole.idle
    assert short.span == pytest.approx(whole.span, rel=0.05)


@pytest.mark.parametrize("seed", range(draws(20)))
def test_a_task_that_stands_for_several_changes_little(seed):
    random = Random(seed)
    count, rows, batch = random.randint(200, 2_000), random.randint(1, 60), random.randint(1, 40)
    actors = (1, *(random.randint(0, 3) for _ in range(random.randint(0, 5))))
    stage, machine = Stage(actors, batch), Machine((random.randint(1, 8),) * len(actors))
    cost = random.choice([EQUAL_ROWS, cluster_costs(0.01), cluster_costs(0.0005)])
    parts = [(rows,)] * count

    short = [told(parts, stage, machine, cost, Random(seed)) for seed in range(6)]
    whole = [followed(parts, stage, machine, cost, Random(seed)) for seed in range(6)]

    assert {run.rows for run in short} == {rows * count}
    assert {run.morsels for run in short} == {run.morsels for run in whole}
    assert mean_span(short) == pytest.approx(mean_span(whole), rel=0.05)


@pytest.mark.parametrize("seed", range(draws(8)))
def test_a_task_that_stands_for_several_of_other_sizes_changes_little(seed):
    """As behind a hash shuffle into many partitions: each has a few rows, or none."""
    random = Random(seed)
    count, batch = random.randint(500, 3_000), random.randint(4, 60)
    actors = (1, *(random.randint(0, 3) for _ in range(random.randint(0, 4))))
    stage, machine = Stage(actors, batch), Machine((random.randint(2, 8),) * len(actors))
    cost = random.choice([EQUAL_ROWS, cluster_costs(0.01), cluster_costs(0.0005)])
    parts = [(random.randint(0, batch),) for _ in range(count)]

    short = [told(parts, stage, machine, cost, Random(seed)) for seed in range(4)]
    whole = [followed(parts, stage, machine, cost, Random(seed)) for seed in range(4)]

    assert {run.rows for run in short} == {sum(map(sum, parts))}
    assert {run.morsels for run in short} == {run.morsels for run in whole}
    assert mean_span(short) == pytest.approx(mean_span(whole), rel=0.05)


@pytest.mark.parametrize(
    ("count", "rows", "actors", "cpus", "row_seconds"),
    [
        (30_585, 9, (1, 1, 1, 1, 1, 1, 0, 0), 8, 0.01),
        (45_480, 1, (4, 4, 3, 3), 4, 0.001),
        (5_000, 3, (2, 0, 0), 16, 0.01),
        (40_000, 8, (1,) * 8, 2, 0.01),
    ],
    ids=["workers without actors", "the driver is busy", "one worker with actors", "all alike"],
)
def test_many_tasks_take_what_they_take_when_all_are_followed(
    count, rows, actors, cpus, row_seconds
):
    """Parts of the cluster stood for others once: 2,629 s for 1,741, and 500 for 456."""
    parts, cost = [(rows,)] * count, cluster_costs(row_seconds)
    stage, machine = Stage(actors, 8), Machine((cpus,) * len(actors))

    short = told(parts, stage, machine, cost, Random(1))
    whole = followed(parts, stage, machine, cost, Random(1))

    assert short.rows == rows * count
    assert short.span == pytest.approx(whole.span, rel=0.05)
    assert short.utilisation == pytest.approx(whole.utilisation, abs=0.03)


def test_tiny_partitions_of_a_random_repartition_take_what_they_take():
    """All rows of such partitions pick the same few: 344 s were told for 243 to 274."""
    dealing = Gathered(Shuffled(Whole(even_sizes(9_708, 3_236)), 61, alike=True))
    machine, cost, batch = Machine((4,) * 7), cluster_costs(0.01), 71
    spans: dict[float, list[float]] = {math.inf: [], MOST_EVENTS: []}
    for seed in range(5):
        random = Random(seed)
        parts = deal(dealing, 7, random)
        stage = Stage((2, 2, 2, 2, 1, 1, 1), batch)
        for most_events in spans:
            run = run_phases(
                [Phase(parts, (stage,))], machine, cost, Random(seed), most_events=most_events
            )
            spans[most_events].append(run.span)

    assert sum(len(pieces) > 0 for pieces in parts) == 3
    assert fmean(spans[MOST_EVENTS]) == pytest.approx(fmean(spans[math.inf]), rel=0.05)


@unhurried
@given(
    st.integers(1, 12),
    st.sampled_from([80_000, 200_000]),
    st.sampled_from([2, 8]),
    st.integers(1, 4),
)
def test_a_worker_of_many_alike_stands_for_the_others(each, rows, workers, local):
    tasks = [(rows,)] * (each * workers)
    stage, machine = Stage((local,) * workers, 10), Machine((each,) * workers)

    run = told(tasks, stage, machine)

    assert run.rows == pytest.approx(sum(map(sum, tasks)))
    assert len(run.actors) == local * workers
    assert {use.worker for use in run.actors} == set(range(workers))
    assert run.utilisation > 0.97


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
        run = told([(rows,)] * count, stage, Machine((cpus,) * workers * times))
        return max(use.rows for use in run.actors)

    assert most_rows(2) <= most_rows(1)


def test_twice_the_workers_for_the_same_actors_may_give_one_more_rows():
    """Measured: one partition on one worker 384 to 448 rows, on two workers 768 and 832."""

    def most_rows(workers: int) -> float:
        stage = Stage(spread(4, workers), 64)
        run = told([(1_600,)], stage, Machine((8,) * workers))
        return max(use.rows for use in run.actors)

    assert (most_rows(1), most_rows(2)) == (448, 832)
