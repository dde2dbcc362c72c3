"""Every case that was measured on a Ray cluster with Daft 0.7.26."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from daft_lint.plan.pipeline import OperatorKind, UdfKind

INTO = OperatorKind.INTO_PARTITIONS
BATCHES = OperatorKind.INTO_BATCHES
HASH = OperatorKind.HASH_REPARTITION
RANDOM = OperatorKind.RANDOM_REPARTITION
# Where tasks are short or actors are on other workers, starting them costs what no row does.
OVERHEAD = 0.08
ROW = UdfKind.ROW
BATCH = UdfKind.BATCH


@dataclass(frozen=True)
class Case:
    workers: int
    rows: int
    steps: tuple[tuple[OperatorKind, int], ...]
    concurrency: int
    batch_size: int | None
    rows_per_actor: list[int]
    utilisation: float | None = None
    spread: int = 0
    kind: UdfKind = BATCH

    def __str__(self) -> str:
        steps = "-".join(f"{kind.name.lower()}{count}" for kind, count in self.steps)
        return f"{self.workers}w-{self.rows}-{steps}-c{self.concurrency}-b{self.batch_size}"


CASES = [
    Case(1, 1600, (), 4, 100, [400] * 4, 1.00),
    Case(1, 1600, (), 4, 400, [400] * 4, 1.00),
    Case(1, 1600, (), 4, 64, [384, 384, 384, 448], 0.89),
    Case(1, 1600, (), 4, None, [0, 0, 0, 1600], 0.25),
    Case(1, 1600, (), 4, 1600, [0, 0, 0, 1600], 0.25),
    Case(1, 1600, ((BATCHES, 64),), 4, 64, [384, 384, 384, 448], 0.89),
    Case(1, 1600, ((BATCHES, 64),), 4, None, [384, 384, 384, 448], 0.89),
    Case(1, 1600, ((BATCHES, 64),), 4, 16, [400] * 4, 0.98),
    Case(1, 1000, ((BATCHES, 200),), 4, 200, [200, 200, 200, 400], 0.62),
    Case(1, 1000, ((BATCHES, 200),), 4, 50, [250] * 4, 0.98),
    Case(1, 1000, (), 4, 500, [0, 0, 500, 500], 0.50),
    Case(1, 1000, ((HASH, 2),), 4, 200, [90, 200, 310, 400], 0.62, spread=20),
    Case(2, 1600, (), 4, 64, [0, 0, 768, 832], 0.47),
    Case(2, 1600, ((INTO, 2),), 4, 64, [384, 384, 416, 416], 0.94),
    Case(2, 1600, ((HASH, 2),), 4, 64, [384, 384, 411, 421], 0.94, spread=20),
    Case(2, 1600, ((INTO, 4),), 4, 400, [400] * 4, 0.99),
    Case(2, 1600, ((INTO, 3),), 4, 100, [234, 300, 532, 534], 0.74),
    Case(2, 1600, ((INTO, 5),), 4, 100, [320, 320, 440, 520], 0.77),
    Case(2, 1600, ((RANDOM, 8),), 4, 100, [388, 397, 400, 415], 0.96, spread=20),
    Case(2, 1600, ((BATCHES, 64),), 4, 64, [384, 384, 384, 448], 0.88),
    Case(2, 1600, ((BATCHES, 800),), 4, 400, [400] * 4, 1.00),
    Case(2, 1600, ((INTO, 4),), 3, 50, [400, 400, 800], 0.66),
    Case(2, 1600, ((INTO, 4),), 1, 50, [1600], 0.99),
    Case(2, 320, ((INTO, 16), (BATCHES, 200)), 4, 200, [0, 0, 160, 160], 0.50),
    Case(4, 1000, ((INTO, 2),), 8, 50, [0, 0, 0, 0, 250, 250, 250, 250], 0.50),
    Case(1, 1600, (), 4, None, [0, 0, 0, 1600], 0.25, kind=ROW),
    Case(1, 1600, ((INTO, 4),), 4, None, [400] * 4, 0.97, kind=ROW),
    Case(1, 1600, ((INTO, 3),), 4, None, [0, 532, 534, 534], 0.73, kind=ROW),
    Case(2, 1600, ((INTO, 8),), 4, None, [400] * 4, 0.96, kind=ROW),
    Case(1, 1000, ((INTO, 2),), 4, 125, [250] * 4, 0.99),
    Case(1, 1000, (), 4, 200, [200, 200, 200, 400], 0.62),
    Case(2, 1000, (), 4, 200, [0, 0, 400, 600], 0.42),
    Case(2, 1000, ((INTO, 2),), 4, 250, [250] * 4, 0.99),
    Case(4, 1600, ((INTO, 8),), 2, 64, [800, 800], 0.95),
    Case(4, 1600, (), 8, 64, [0, 0, 0, 0, 0, 0, 768, 832], 0.24),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_prediction_is_what_was_measured(make, case):
    steps = [make.step(kind, count, reads=frozenset()) for kind, count in case.steps]
    call = make.pool(case.concurrency, case.batch_size, kind=case.kind)

    pool = make.predicted_pool(case.workers, make.plan(case.rows, *steps, call))

    assert pool.idle.known
    assert pool.idle.count == sum(rows == 0 for rows in case.rows_per_actor)
    if case.utilisation is not None:
        assert pool.utilisation.low == pytest.approx(case.utilisation, abs=0.051)
        assert pool.utilisation.high == pytest.approx(case.utilisation, abs=0.051)
    if pool.occupancy is not None:
        shares = sorted(actor.rows for actor in pool.occupancy.actors)
        assert sum(shares) == case.rows
        assert shares == pytest.approx(case.rows_per_actor, abs=case.spread)


@pytest.mark.parametrize(
    ("workers", "concurrency", "steps", "observed_idle", "observed_utilisation"),
    [
        (4, 2, (), [0, 1], [0.48, 0.94]),
        (4, 3, (), [0, 2], [0.32, 0.90]),
        (3, 2, (), [0, 1], [0.49, 0.95]),
        (4, 2, ((INTO, 4),), [0], [0.91]),
        (4, 3, ((INTO, 4),), [0], [0.91, 0.93]),
        (4, 2, ((INTO, 2),), [0], [0.70]),
        (3, 2, ((INTO, 3),), [0], [0.97]),
        (2, 7, (), [3, 4], []),
    ],
)
def test_a_range_holds_all_that_was_measured_where_ray_rolls_dice(
    make, workers, concurrency, steps, observed_idle, observed_utilisation
):
    operators = [make.step(kind, count) for kind, count in steps]
    plan = make.plan(1600, *operators, make.pool(concurrency, 64))

    pool = make.predicted_pool(workers, plan)

    assert pool.idle.low <= min(observed_idle)
    assert pool.idle.high >= max(observed_idle)
    for seen in observed_utilisation:
        assert pool.utilisation.low - OVERHEAD <= seen <= pool.utilisation.high + OVERHEAD


@pytest.mark.parametrize(
    ("cpus", "steps", "batch_size", "observed_idle", "observed_utilisation"),
    [
        (8, ((INTO, 16),), None, [0], 0.98),
        (4, ((INTO, 16),), None, [0], 0.93),
        (4, ((INTO, 16),), 50, [0], 0.97),
        (4, (), 50, [0], 0.98),
        (2, ((INTO, 16),), None, [0, 1], 0.46),
    ],
)
def test_tasks_wait_for_cpus(make, cpus, steps, batch_size, observed_idle, observed_utilisation):
    operators = [make.step(kind, count) for kind, count in steps]
    plan = make.plan(1600, *operators, make.pool(4, batch_size))

    pool = make.predicted_pool(1, plan, cpus=cpus)

    assert pool.idle.low <= min(observed_idle)
    assert pool.idle.high >= max(observed_idle)
    assert pool.utilisation.value == pytest.approx(observed_utilisation, abs=OVERHEAD)


@pytest.mark.parametrize(
    ("cpus", "tasks", "rows", "batch_size", "observed"),
    [
        (2, 16, 200, 20, 0.64),
        (2, 64, 200, 20, 0.86),
        (2, 400, 100, 25, 0.95),
        (2, 2_000, 4, 2, 0.97),
        (16, 128, 25, 5, 0.64),
        (16, 400, 25, 5, 0.86),
        (16, 1_000, 25, 5, 0.94),
    ],
)
def test_many_tasks_even_out_on_workers_with_an_actor_more(
    make, cpus, tasks, rows, batch_size, observed
):
    """Twelve actors on eight workers: a task that waits goes to the worker that is done first."""
    plan = make.plan(tasks * rows, make.pool(12, batch_size), partitions=tasks)

    pool = make.predicted_pool(8, plan, cpus=cpus)

    assert pool.utilisation.value == pytest.approx(observed, abs=0.06)


def test_before_0_7_one_morsel_tasks_collide_on_actors(make):
    plan = make.plan(1600, make.into_batches(64), make.pool(4, 64))

    (old,) = make.prediction(1, plan, version=(0, 6, 4)).pools
    (new,) = make.prediction(1, plan, version=(0, 7, 26)).pools

    assert old.utilisation.value == pytest.approx(0.76, abs=0.05)
    assert new.utilisation.value == pytest.approx(0.89, abs=0.01)


def test_two_pools_in_a_row_share_tasks_and_cut_their_own_batches(make):
    first = make.pool(4, 64, output="a")
    second = make.pool(4, 16, output="b", reads="a")

    pool_a, pool_b = make.prediction(1, make.plan(1600, first, second)).pools

    assert pool_a.morsels_per_task.count == 25
    assert pool_b.morsels_per_task.count == 100
    assert pool_b.utilisation.value == pytest.approx(1.0)


def test_an_unset_batch_size_takes_the_morsels_of_the_udf_before_it(make):
    first = make.pool(4, 16, output="a")
    second = make.pool(4, None, output="b", reads="a")

    _, two = make.prediction(1, make.plan(1600, first, second)).pools

    assert two.batch_size.count == 16
    assert two.idle.count == 0


def test_into_batches_between_two_pools_ends_the_stream_of_morsels(make):
    steps = [
        make.into_batches(200),
        make.pool(4, None, output="a"),
        make.into_batches(50),
        make.pool(4, None, output="b", reads="a"),
    ]

    first, second = make.prediction(1, make.plan(1600, *steps)).pools

    assert first.tasks.count == 8
    assert second.tasks.count == 32
