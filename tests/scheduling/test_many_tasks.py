"""What is worked out of many tasks holds of those that are few enough to simulate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.partitions.partitioning import (
    batched_sizes,
    random_sizes,
    regrouped_sizes,
)
from daft_lint.scheduling.partitions.sizes import MOST_SIZES, ManySizes, filled_kinds, rows_in
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.simulation.dispatch import dispatch_of

unhurried = settings(deadline=None, max_examples=draws(200))
FOLLOWED = 10**9


def load_of(sizes, actors, workers, batch_size, cpus, *, threads=None, version=(0, 7)):
    return Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        tuple(sizes),
        exactly(actors),
        exactly(batch_size),
        exactly(workers),
        exactly(cpus),
        dispatch=dispatch_of(version),
        threads=None if threads is None else exactly(threads),
    )


def as_many(load):
    """The same load, as if its tasks were too many to be kept one by one."""
    return replace(load, sizes=many(load.sizes))


def many(sizes):
    return ManySizes(tuple(filled_kinds(sizes).items()))


alike = st.builds(lambda rows, count: [rows] * count, st.integers(1, 60), st.integers(1, 150))
task_sizes = st.one_of(alike, st.lists(st.integers(1, 60), min_size=1, max_size=60))


@unhurried
@given(
    task_sizes,
    st.integers(1, 14),
    st.integers(1, 9),
    st.integers(1, 70),
    st.integers(1, 8),
    st.sampled_from([(0, 6, 4), (0, 7, 0), (0, 7, 3), (0, 7)]),
)
@example([25] * 100, 12, 8, 1, 16, (0, 7))
def test_what_is_simulated_lies_in_what_is_worked_out(
    sizes, actors, workers, batch_size, cpus, version
):
    load = load_of(sizes, actors, workers, batch_size, cpus, version=version)

    simulated, worked_out = outcome(load, FOLLOWED), outcome(as_many(load))

    assert worked_out.idle.low <= simulated.idle.low
    assert worked_out.idle.high >= simulated.idle.high
    assert worked_out.utilisation.low <= simulated.utilisation.low + 1e-9
    assert worked_out.utilisation.high >= simulated.utilisation.high - 1e-9


@unhurried
@given(
    task_sizes,
    st.integers(2, 6),
    st.integers(1, 70),
    st.integers(1, 8),
    st.integers(1, 8),
)
def test_so_it_is_of_work_in_the_tasks(sizes, workers, batch_size, cpus, threads):
    assume(len(sizes) >= 2 * workers)
    load = load_of(sizes, workers, workers, batch_size, cpus, threads=threads)

    simulated, worked_out = outcome(load, FOLLOWED), outcome(as_many(load))

    assert worked_out.idle.low <= simulated.idle.low
    assert worked_out.idle.high >= simulated.idle.high
    assert worked_out.utilisation.low <= simulated.utilisation.low + 1e-9
    assert worked_out.utilisation.high >= simulated.utilisation.high - 1e-9


@unhurried
@given(
    st.integers(1, 400),
    st.integers(1, 60),
    st.integers(1, 300),
    st.sampled_from([batched_sizes, regrouped_sizes]),
)
def test_sizes_kept_by_their_number_are_cut_and_merged_alike(rows, count, number, change):
    one_by_one = (rows,) * count

    assert filled_kinds(change(many(one_by_one), number)) == filled_kinds(
        change(one_by_one, number)
    )


@unhurried
@given(
    st.integers(0, 10**7),
    st.integers(MOST_SIZES + 1, 50_000),
    st.sampled_from([1, 7, 20_000]),
)
def test_chance_deals_out_all_rows_to_any_number_of_partitions(rows, count, copies):
    sizes = random_sizes(rows, count, copies)

    assert len(sizes) == count
    assert rows_in(sizes) == rows
    assert min(sizes.kinds)[0] >= 0


MANY = [MOST_SIZES + 1, 3_000_000]


@pytest.mark.parametrize("files", MANY)
@pytest.mark.parametrize(
    ("actors", "workers", "cpus", "rows", "batch_size", "low", "high"),
    [
        # Tasks that wait go to whichever worker is done first.
        (12, 8, 16, 2_500, 100, 0.95, 1.0),
        (16, 8, 16, 2_500, 100, 0.95, 1.0),
        # Four actors, but two tasks of one batch at once.
        (32, 8, 2, 50, 100, 0.24, 0.5),
        # One task at a time, of two full batches and half a one, for four actors.
        (32, 8, 1, 250, 100, 0.24, 0.625),
    ],
)
def test_a_pool_is_as_well_used_with_any_number_of_files(
    make, files, actors, workers, cpus, rows, batch_size, low, high
):
    plan = make.plan(files * rows, make.pool(actors, batch_size), partitions=files)

    pool = make.predicted_pool(workers, plan, cpus=cpus)

    assert pool.rows_per_task.count == rows
    assert low <= pool.utilisation.low
    assert pool.utilisation.high == pytest.approx(high, abs=0.02)


@pytest.mark.parametrize("tasks_each", [4, 5, 10, 16])
def test_tasks_that_all_start_at_once_lose_what_few_do(make, tasks_each):
    """Five hundred workers of a thousand have a second actor and get no more tasks for it."""
    plan = make.plan(
        tasks_each * 1_000 * 2_500, make.pool(1_500, 100), partitions=tasks_each * 1_000
    )

    pool = make.predicted_pool(1_000, plan, cpus=16)

    assert pool.utilisation.low == pytest.approx(2 / 3, abs=0.01)
    assert pool.utilisation.high == pytest.approx(2 / 3, abs=0.01)


@pytest.mark.parametrize("files", MANY)
@pytest.mark.parametrize(
    ("step", "number"),
    [
        (OperatorKind.INTO_PARTITIONS, 12),
        (OperatorKind.HASH_REPARTITION, 12),
        (OperatorKind.INTO_BATCHES, 1_250_000),
    ],
)
def test_the_few_tasks_that_are_made_of_many_files_are_known(make, files, step, number):
    steps = [make.step(step, number, reads=frozenset({"path"})), make.pool(16, 100)]

    pool = make.predicted_pool(8, make.plan(12_000_000, *steps, partitions=files), cpus=16)

    assert pool.tasks.count == 12
    assert pool.rows_per_task.low > 0.9 * pool.rows_per_task.high
    assert pool.utilisation.value == pytest.approx(0.75, abs=0.02)
