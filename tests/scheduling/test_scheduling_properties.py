"""What holds for every plan and every pool."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from morsels import run_tasks
from sampling import draws

from daft_lint.plan.pipeline import OperatorKind, UdfKind
from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.optimiser.rewriting import optimise
from daft_lint.scheduling.partitions.flow import flow
from daft_lint.scheduling.partitions.partitioning import (
    batched_count,
    batched_sizes,
    cut,
    even_sizes,
    random_sizes,
    regrouped_sizes,
)
from daft_lint.scheduling.simulation.dispatch import dispatch_of
from daft_lint.scheduling.simulation.placement import local_actors, spread
from daft_lint.scheduling.tuning.remedies import remedy_of

unhurried = settings(deadline=None, max_examples=draws(200))
dispatches = st.sampled_from([(0, 6, 4), (0, 7, 0), (0, 7, 3), (0, 7)]).map(dispatch_of)
task_sizes = st.lists(st.integers(1, 300), min_size=1, max_size=12)


@unhurried
@given(
    task_sizes,
    st.integers(1, 9),
    st.integers(1, 5),
    st.one_of(st.none(), st.integers(1, 200)),
    st.one_of(st.none(), st.integers(1, 4)),
    dispatches,
)
def test_a_simulation_loses_no_row_and_idles_no_actor_twice(
    sizes, actors, workers, batch_size, cpus, dispatch
):
    run = run_tasks(
        sizes,
        spread(actors, workers),
        batch_size,
        cpus,
        dispatch=dispatch,
    )

    assert abs(run.rows - sum(sizes)) < 1e-6
    assert run.morsels == sum(-(-size // (batch_size or 131_072)) for size in sizes)
    assert 0 <= run.idle < actors
    assert 0 < run.utilisation <= 1 + 1e-9
    assert run.span >= max(actor.busy_seconds for actor in run.actors) - 1e-6


@unhurried
@given(st.integers(0, 5000), st.integers(1, 60), st.integers(1, 20))
def test_no_way_of_cutting_rows_loses_one(rows, count, copies):
    assert sum(even_sizes(rows, count)) == rows
    pieces = cut(rows, count)
    assert sum(size * times for size, times in pieces) == rows
    assert sum(times for _, times in pieces) == count
    assert sum(random_sizes(rows, count, copies)) == rows
    assert min(random_sizes(rows, count, copies)) >= 0


@unhurried
@given(task_sizes, st.integers(1, 30))
def test_into_partitions_keeps_every_row(sizes, count):
    regrouped = regrouped_sizes(tuple(sizes), count)

    assert sum(regrouped) == sum(sizes)
    assert len(regrouped) == count


@unhurried
@given(task_sizes, st.integers(1, 400))
def test_into_batches_keeps_every_row_and_its_bounds_hold(sizes, batch):
    tasks = batched_sizes(tuple(sizes), batch)
    bounds = batched_count(exactly(sum(sizes)), exactly(len(sizes)), exactly(batch))

    assert sum(tasks) == sum(sizes)
    assert all(tasks)
    assert bounds.low <= len(tasks) <= bounds.high


@unhurried
@given(st.integers(1, 40), st.integers(1, 12))
def test_actors_are_spread_evenly(actors, workers):
    placed = spread(actors, workers)
    local = local_actors(exactly(actors), exactly(workers))

    assert sum(placed) == actors
    assert (min(placed), max(placed)) == (local.low, local.high)


movable = st.sampled_from(
    [
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.FILTER,
        OperatorKind.PROJECT,
        OperatorKind.SORT,
        OperatorKind.BARRIER,
        OperatorKind.EXPLODE,
    ]
)
steps = st.lists(
    st.tuples(movable, st.sampled_from("abc"), st.integers(1, 9), st.booleans()), max_size=8
)


def written(make, drawn):
    for kind, column, count, maybe in drawn:
        if kind is OperatorKind.PROJECT:
            yield make.pool(count, output=column, reads="path")
        else:
            yield make.step(kind, count, reads=frozenset({column}), maybe=maybe)


@unhurried
@given(steps)
def test_optimising_twice_changes_nothing_more(make, drawn):
    once = optimise(make.plan(100, *written(make, drawn)), make.action())

    assert optimise(once.plan, make.action()).plan == once.plan


@unhurried
@given(steps, st.integers(1, 500), st.integers(1, 6))
def test_every_step_keeps_its_quantities_in_order(make, drawn, rows, partitions):
    plan = make.plan(rows, *written(make, drawn), partitions=partitions)

    for step in flow(plan).steps:
        after = step.after
        assert after.filled.high <= after.count.high
        if after.sizes is not None:
            assert len(after.sizes) == after.count.count
            assert sum(after.sizes) == after.rows.count
            expected = sum(size > 0 for size in after.sizes)
            assert after.filled.low <= expected <= after.filled.high


@unhurried
@given(steps, st.integers(1, 500), st.integers(0, 7))
def test_a_prediction_with_a_branch_holds_for_either_run(make, drawn, rows, chosen):
    drawn = [(kind, column, count, False) for kind, column, count, _ in drawn]
    operators = [*written(make, drawn), make.pool(4, 50, output="last")]
    place = chosen % len(operators)
    if operators[place].calls:
        return
    branched = list(operators)
    branched[place] = replace(operators[place], maybe=True)
    without = operators[:place] + operators[place + 1 :]

    both = make.prediction(2, make.plan(rows, *branched)).pools[-1]

    for run in (operators, without):
        pool = make.prediction(2, make.plan(rows, *run)).pools[-1]
        assert both.idle.low <= pool.idle.low <= pool.idle.high <= both.idle.high
        assert both.tasks.low <= pool.tasks.low <= pool.tasks.high <= both.tasks.high
        assert both.utilisation.low <= pool.utilisation.low
        assert pool.utilisation.high <= both.utilisation.high


@unhurried
@given(
    st.integers(1, 3000),
    st.integers(1, 9),
    st.integers(1, 5),
    st.one_of(st.none(), st.integers(1, 400)),
    st.one_of(st.none(), st.integers(1, 9)),
    st.sampled_from([UdfKind.BATCH, UdfKind.ROW]),
)
def test_advice_taken_never_uses_the_actors_less(
    make, rows, actors, workers, batch_size, partitions, kind
):
    batch_size = batch_size if kind is UdfKind.BATCH else None
    before = [make.into_partitions(partitions)] if partitions else []
    call = make.pool(actors, batch_size, kind=kind)
    pool = make.predicted_pool(workers, make.plan(rows, *before, call))

    advice = remedy_of(pool)

    if advice is None:
        return
    assert advice.utilisation.low >= advice.pool.utilisation.high + 0.05
    if advice.into_partitions is not None:
        before = [make.into_partitions(advice.into_partitions)]
    if advice.into_batches is not None:
        before = [*before, make.into_batches(advice.into_batches)]
    if advice.batch_size is not None:
        most = pool.most_rows_of_a_call
        assert batch_size is None or most is None or advice.batch_size <= most
        call = make.pool(actors, advice.batch_size, kind=kind)
    taken = make.predicted_pool(workers, make.plan(rows, *before, call))
    assert taken.utilisation.low >= pool.utilisation.high
    assert taken.idle.high <= pool.idle.high
