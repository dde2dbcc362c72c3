"""What handling costs, and what another number wins back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.quantity import unknown
from daft_lint.scheduling.prediction.forecast import forecast
from daft_lint.scheduling.simulation.cluster_costs import Machine, cluster_costs
from daft_lint.scheduling.tuning.overheads import (
    LOST_SHARE,
    SHORT_ROW_SECONDS,
    costly_handling,
    needed_row_seconds,
)
from daft_lint.scheduling.tuning.terms import Tunable


def pool_of(make, rows, *steps, workers=4, cpus=8):
    return make.predicted_pool(workers, make.plan(rows, *steps), cpus=cpus)


def test_tiny_tasks_cost_more_than_their_rows(make):
    pool = pool_of(make, 50_000, make.into_partitions(10_000), make.pool(16, 64))

    handling = costly_handling(pool, Tunable.PARTITIONS)

    assert handling is not None
    assert (handling.before, handling.tasks, handling.largest_task) == (10_000, 10_000, 5)
    assert handling.after < 1_000
    assert handling.utilisation.high < 1 - LOST_SHARE
    assert handling.advised.low > 0.9
    assert handling.row_seconds > 0.01


def test_the_model_agrees_with_what_is_lost_and_won(make):
    steps = [make.into_partitions(2_000), make.pool(16, 16)]
    handling = costly_handling(pool_of(make, 8_000, *steps), Tunable.PARTITIONS)
    assert handling is not None

    now = forecast(pool_of(make, 8_000, *steps).load, cluster_costs(machine=Machine.BUSY))
    steps[0] = make.into_partitions(handling.after)
    then = forecast(pool_of(make, 8_000, *steps).load, cluster_costs(machine=Machine.BUSY))

    assert now.utilisation.low <= handling.utilisation.high * 1.05
    assert then.utilisation.high >= handling.advised.low * 0.95
    assert now.makespan.high - then.makespan.low >= handling.seconds


@settings(max_examples=draws(12), deadline=None)
@given(
    workers=st.integers(1, 4),
    local=st.integers(2, 8),
    tasks=st.integers(900, 1_500),
    rows=st.integers(1, 4),
    cpus=st.integers(2, 16),
)
def test_no_run_uses_more_of_the_actor_time(make, workers, local, tasks, rows, cpus):
    steps = (make.into_partitions(tasks), make.pool(workers * local, 8))
    pool = pool_of(make, rows * tasks, *steps, workers=workers, cpus=cpus)

    handling = costly_handling(pool, Tunable.PARTITIONS)

    if handling is not None:
        run = forecast(pool.load, cluster_costs(machine=Machine.BUSY))
        assert run.utilisation.low <= 1.05 * handling.utilisation.high


def test_the_loss_ends_where_a_row_takes_longer(make):
    steps = (make.into_partitions(2_000), make.pool(16, 16))
    handling = costly_handling(pool_of(make, 8_000, *steps), Tunable.PARTITIONS)
    assert handling is not None

    slower = forecast(
        pool_of(make, 8_000, *steps).load, cluster_costs(5 * handling.row_seconds, Machine.BUSY)
    )

    assert slower.utilisation.high > 1 - LOST_SHARE


@pytest.mark.parametrize("tunable", list(Tunable))
def test_large_tasks_and_batches_have_nothing_to_win(make, tunable):
    pool = pool_of(make, 1_000_000, make.into_partitions(128), make.pool(16, 64))

    assert costly_handling(pool, tunable) is None


def test_a_few_seconds_are_not_worth_a_word(make):
    pool = pool_of(make, 500, make.into_partitions(500), make.pool(16, 64))

    assert costly_handling(pool, Tunable.PARTITIONS) is None


def test_one_row_a_call_holds_up_many_actors_of_a_worker(make):
    pool = pool_of(make, 100_000, make.pool(32, 1), workers=1, cpus=32)

    handling = costly_handling(pool, Tunable.BATCH_SIZE)

    assert handling is not None
    assert handling.replaces is None
    assert handling.morsels == 100_000
    assert 1 < handling.after <= 1_000


def test_tiny_batches_of_rows_make_too_many_tasks(make):
    pool = pool_of(make, 40_000, make.into_batches(4), make.pool(16, 64))

    handling = costly_handling(pool, Tunable.INTO_BATCHES)

    assert handling is not None
    assert handling.before == 4
    assert handling.after >= 64
    assert costly_handling(pool, Tunable.PARTITIONS) is None


def test_unknown_rows_are_passed_over(make):
    pool = pool_of(make, unknown(), make.into_partitions(10_000), make.pool(16, 64))

    assert costly_handling(pool, Tunable.PARTITIONS) is None


def test_tasks_of_few_rows_need_rows_that_take_long(make):
    """Four workers, 200 tasks of 20 rows: with rows of 0.75 ms, 42% were used on Ray."""
    steps = (make.into_partitions(5), make.into_batches(20), make.pool(3, 200))
    pool = pool_of(make, 4_000, *steps)

    needed = needed_row_seconds(pool)

    assert pool.utilisation.low > 0.99
    assert needed == pytest.approx(0.002, rel=0.1)
    short = forecast(pool.load, cluster_costs(0.00075))
    assert short.utilisation.high < 0.6


def test_a_few_large_tasks_need_none(make):
    assert (
        needed_row_seconds(pool_of(make, 40_000, make.into_partitions(16), make.pool(8, 64)))
        is None
    )


@settings(max_examples=draws(25), deadline=None)
@given(
    workers=st.integers(1, 4),
    local=st.integers(1, 4),
    tasks=st.integers(50, 300),
    rows=st.integers(1, 60),
    batch_size=st.integers(1, 60),
)
def test_with_the_rows_that_it_needs_a_pool_is_used_as_forecast(
    make, workers, local, tasks, rows, batch_size
):
    """It holds for many tasks; a few are done before it matters."""
    steps = (make.into_partitions(tasks), make.pool(workers * local, batch_size))
    pool = pool_of(make, rows * tasks, *steps, workers=workers)

    needed = needed_row_seconds(pool)

    expected = forecast(pool.load, cluster_costs(needed or SHORT_ROW_SECONDS, Machine.BUSY))
    assert expected.times is not None
    assert expected.utilisation.high >= pool.utilisation.low - 0.2
    if needed is not None:
        shorter = forecast(pool.load, cluster_costs(needed / 2, Machine.BUSY))
        assert shorter.utilisation.low <= pool.utilisation.high - 0.08
