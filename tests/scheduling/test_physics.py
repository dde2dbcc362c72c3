"""What no run can break, whatever the model says: forecasts held to arithmetic."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.pipeline import OperatorKind, UdfKind
from daft_lint.scheduling.prediction.forecast import forecast
from daft_lint.scheduling.prediction.outcome import on_all
from daft_lint.scheduling.simulation.cluster_costs import Machine, cluster_costs
from daft_lint.scheduling.tuning.best_numbers import tune
from daft_lint.scheduling.tuning.terms import Constraints

SPLITS = (OperatorKind.INTO_PARTITIONS, OperatorKind.INTO_BATCHES, OperatorKind.RANDOM_REPARTITION)
ROUNDING = 1e-9

many = settings(deadline=None, max_examples=draws(60))


@st.composite
def pools(draw, make):
    """A pool, the seconds of a row, and its rows."""
    rows = draw(st.integers(1, 3_000))
    kind = draw(st.sampled_from([None, *SPLITS]))
    count = draw(st.integers(1, 200 if kind is OperatorKind.INTO_BATCHES else 40))
    steps = [] if kind is None else [make.step(kind, count, reads=frozenset())]
    by_batch = draw(st.booleans())
    size = draw(st.one_of(st.none(), st.integers(1, 400), st.just(1_000_000)))
    udf = UdfKind.BATCH if by_batch else UdfKind.ROW
    steps.append(make.pool(draw(st.integers(1, 12)), size if by_batch else None, kind=udf))
    plan = make.plan(rows, *steps, partitions=draw(st.integers(1, 9)))
    pool = make.predicted_pool(draw(st.integers(1, 5)), plan, cpus=draw(st.integers(1, 8)))
    return pool, draw(st.sampled_from([0.0005, 0.01, 0.2]))


@pytest.fixture(scope="module")
def some_pools(make):
    return pools(make)


def shares(pool):
    """Seconds of rows that some call has, and that some actor has, at the least."""
    rows, actors = pool.partitioning.rows.count, pool.actors.count
    tasks = min(pool.tasks.high, rows)
    batch = pool.batch_size.low
    a_call = min(math.ceil(rows / tasks), batch)
    return a_call, max(a_call, math.ceil(rows / actors))


@many
@given(st.data(), st.sampled_from(Machine))
def test_no_run_ends_before_its_rows_are_worked_on(some_pools, data, machine):
    pool, seconds = data.draw(some_pools)
    a_call, a_share = shares(pool)

    expected = forecast(pool.load, cluster_costs(seconds, machine))

    if expected.makespan is not None:
        assert expected.makespan.low >= max(a_call, a_share) * seconds * (1 - ROUNDING)


@many
@given(st.data(), st.sampled_from(Machine))
def test_no_pool_is_used_better_than_its_largest_share_allows(some_pools, data, machine):
    pool, seconds = data.draw(some_pools)
    rows, actors = pool.partitioning.rows.count, pool.actors.count
    _, a_share = shares(pool)

    expected = forecast(pool.load, cluster_costs(seconds, machine))

    # What a call costs besides its rows counts as work too.
    morsels = pool.morsels_per_task.high * pool.tasks.high
    more = cluster_costs(seconds, machine).morsel_seconds * morsels / (rows * seconds)
    assert expected.utilisation.high <= rows / (actors * a_share) * (1 + more) + ROUNDING
    assert pool.utilisation.high <= rows / (actors * a_share) + ROUNDING


def test_seven_rows_on_eight_actors_use_at_most_seven_eighths(make):
    pool = make.predicted_pool(1, make.plan(7, make.pool(8, 1)))

    expected = forecast(pool.load, cluster_costs())

    assert expected.utilisation.high <= 7 / 8
    assert pool.utilisation.high <= 7 / 8


@many
@given(st.data())
def test_a_forecast_contains_its_own_points(some_pools, data):
    pool, seconds = data.draw(some_pools)
    each = [forecast(pool.load, cluster_costs(seconds, machine)) for machine in Machine]

    expected = on_all(each)

    for each_forecast in each:
        if (
            each_forecast.occupancy is not None
            and each_forecast.times is not None
            and not each_forecast.unplaced
        ):
            low, high = (
                (1 - ROUNDING) * expected.makespan.low,
                (1 + ROUNDING) * expected.makespan.high,
            )
            assert low <= each_forecast.times.expected <= high
            low, high = expected.utilisation.low - ROUNDING, expected.utilisation.high + ROUNDING
            assert low <= each_forecast.occupancy.utilisation <= high
            assert expected.idle.low <= each_forecast.occupancy.idle <= expected.idle.high


@many
@given(st.data())
def test_what_a_search_starts_from_is_what_is_forecast(some_pools, data):
    """A plan has one set of present numbers: those of its table and those of its steps."""
    pool, seconds = data.draw(some_pools)
    costs = cluster_costs(seconds)

    found = tune(pool, costs, Constraints())

    if found is not None and found.now.times is not None:
        now = forecast(pool.load, costs)
        if now.times is not None:
            assert found.now.times.expected == pytest.approx(now.times.expected)
            assert found.now.times.late == pytest.approx(now.times.late)
            assert found.now.idle == now.idle


@pytest.mark.parametrize("rows", [1_000_000, 200_000])
def test_a_batch_of_a_million_rows_is_one_call(make, rows):
    """131,072 rows are the most of a piece where no batch_size is set, and only there."""
    pool = make.predicted_pool(2, make.plan(rows, make.pool(4, 1_000_000)))

    found = tune(pool, cluster_costs(), Constraints(largest_batch=1_000_000))

    assert pool.rows_per_call.high == rows
    assert forecast(pool.load, cluster_costs()).occupancy.morsels == 1
    assert found.now.occupancy.morsels == 1


def test_calls_are_counted_task_by_task(make):
    """62,500 tasks of 16 rows at batch 8 are 125,000 calls, not 187,489."""
    steps = (make.into_partitions(62_500), make.pool(16, 8))
    pool = make.predicted_pool(4, make.plan(1_000_000, *steps))

    assert pool.rows_per_task.low == pool.rows_per_task.high == 16
    assert pool.tasks.count * pool.morsels_per_task.count == 125_000
    found = tune(pool, cluster_costs(), Constraints())
    assert found.now.occupancy is None or found.now.occupancy.morsels == 125_000
    reasons = " ".join(step.reason for step in found.steps)
    assert "187,4" not in reasons
