"""What is said of a range holds for every number inside it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.plan.pipeline import OperatorKind
from daft_lint.plan.quantity import Quantity, between, exactly
from daft_lint.scheduling.prediction.bounds import Load, bounds, outcome
from daft_lint.scheduling.simulation.dispatch import dispatch_of

unhurried = settings(deadline=None, max_examples=draws(200))
VERSIONS = [(0, 7), (0, 7, 2), (0, 6, 8), (0, 6, 4)]


@st.composite
def around(draw, number: int, least: int = 1) -> Quantity:
    """A range that holds a number, often that number alone."""
    low = draw(st.one_of(st.just(number), st.integers(least, number)))
    high = draw(st.one_of(st.just(number), st.integers(number, 2 * number + 2), st.just(math.inf)))
    return between(low, high)


@st.composite
def loads(draw) -> tuple[Load, Load]:
    """A load of which all is known, and one that may be that or much else."""
    sizes = tuple(draw(st.lists(st.integers(1, 300), min_size=1, max_size=12)))
    actors, workers = draw(st.integers(1, 9)), draw(st.integers(1, 5))
    batch_size, cpus = draw(st.integers(1, 300)), draw(st.integers(1, 6))
    actor_cpus = draw(st.sampled_from([0.25, 0.5, 1, 2]))
    known = Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        sizes,
        exactly(actors),
        exactly(batch_size),
        exactly(workers),
        exactly(cpus),
        actor_cpus,
        dispatch_of(draw(st.sampled_from(VERSIONS))),
    )
    sized = draw(st.booleans())
    wide = replace(
        known,
        tasks=known.tasks if sized else draw(around(len(sizes))),
        rows=known.rows if sized else draw(around(sum(sizes))),
        sizes=sizes if sized else None,
        actors=draw(around(actors)),
        batch_size=draw(around(batch_size)),
        workers=draw(around(workers)),
        cpus=draw(around(cpus)),
    )
    whose_cpus = draw(st.sampled_from(["said", "unsaid", "unsaid of either"]))
    if whose_cpus == "unsaid of either":
        known = replace(known, cpus=None)
    if whose_cpus != "said" and enough_cpus(known):
        wide = replace(wide, cpus=None)
    return known, wide


def enough_cpus(load: Load) -> bool:
    """Whether the actors of any worker find their CPUs there."""
    needed = -(-load.actors.count // load.workers.count) * load.actor_cpus
    return load.cpus is None or load.cpus.count >= needed


def holds(wide, point) -> None:
    assert wide.idle.low <= point.idle.low
    assert point.idle.high <= wide.idle.high
    assert wide.utilisation.low <= point.utilisation.low + 1e-9
    assert point.utilisation.high <= wide.utilisation.high + 1e-9


@unhurried
@given(loads())
def test_a_range_of_loads_holds_every_load_inside_it(drawn):
    point, wide = drawn

    holds(outcome(wide), outcome(point))


@unhurried
@given(loads())
def test_bounds_hold_what_a_simulation_finds_inside_them(drawn):
    point, wide = drawn

    holds(bounds(wide), outcome(point))


@pytest.mark.parametrize("actors", [between(7, 8), between(1, 8), between(7, math.inf)])
@pytest.mark.parametrize("actor_cpus", [0.25, 1])
@pytest.mark.parametrize("workers", [1, 2])
def test_fewer_actors_need_fewer_cpus_so_that_more_may_idle(actors, actor_cpus, workers):
    known = Load(
        exactly(8),
        exactly(24),
        (3,) * 8,
        exactly(7),
        exactly(1),
        exactly(workers),
        None,
        actor_cpus,
    )

    holds(bounds(replace(known, actors=actors)), outcome(known))


KINDS = st.sampled_from(
    [
        OperatorKind.INTO_PARTITIONS,
        OperatorKind.INTO_BATCHES,
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.LIMIT,
        OperatorKind.FILTER,
        OperatorKind.SORT,
        OperatorKind.BARRIER,
    ]
)


@st.composite
def shapes(draw):
    """Numbers of a pipeline and a cluster, and ranges that hold them."""
    numbers = {
        "rows": draw(st.integers(1, 2000)),
        "partitions": draw(st.integers(1, 6)),
        "workers": draw(st.integers(1, 4)),
        "cpus": draw(st.integers(1, 8)),
        "concurrency": draw(st.integers(1, 8)),
        "batch_size": draw(st.integers(1, 400)),
    }
    ranges = {name: draw(around(number)) for name, number in numbers.items()}
    steps = draw(st.lists(st.tuples(KINDS, st.integers(1, 40)), max_size=3))
    counts = [draw(around(count)) for _, count in steps]
    unset = draw(st.booleans())
    return numbers, ranges, steps, counts, unset


def predicted(make, numbers, steps, counts, unset, version):
    operators = [
        # A sort has no number of partitions of its own.
        make.step(kind, None if kind is OperatorKind.SORT else count, reads=frozenset({"path"}))
        for (kind, _), count in zip(steps, counts, strict=True)
    ]
    pool = make.pool(numbers["concurrency"], None if unset else numbers["batch_size"])
    plan = make.plan(numbers["rows"], *operators, pool, partitions=numbers["partitions"])
    (pool,) = make.prediction(numbers["workers"], plan, cpus=numbers["cpus"], version=version).pools
    return pool


@unhurried
@given(shapes(), st.sampled_from(VERSIONS))
def test_a_prediction_from_ranges_holds_every_pipeline_inside_them(make, shape, version):
    numbers, ranges, steps, counts, unset = shape
    known = [exactly(count) for _, count in steps]

    point = predicted(make, numbers, steps, known, unset, version)
    wide = predicted(make, ranges, steps, counts, unset, version)

    assert wide.tasks.low <= point.tasks.low
    assert point.tasks.high <= wide.tasks.high
    holds(wide, point)


@pytest.mark.parametrize(("rows", "actors"), [(5, 3), (2, 2)])
def test_few_rows_fall_as_the_tasks_that_deal_them(make, rows, actors):
    steps = make.step(OperatorKind.RANDOM_REPARTITION, 3), make.pool(actors, 1)
    wide, *points = (
        make.prediction(1, make.plan(rows, *steps, partitions=partitions), cpus=1).pools[0]
        for partitions in (between(1, 3), 1, 2, 3)
    )
    for point in points:
        holds(wide, point)


@pytest.mark.parametrize(
    ("numbers", "ranges", "count"),
    [
        ((197, 1, 2, 1, 5, 79), {"workers": between(2, 3)}, 3),
        ((2, 1, 2, 1, 2, 1), {"cpus": between(1, math.inf)}, 2),
        ((5, 1, 1, 1, 2, 1), {"cpus": between(1, math.inf)}, 3),
    ],
)
def test_chance_is_no_surer_where_less_is_known(make, numbers, ranges, count):
    """With a range of workers, the rows that a shuffle deals were taken as even."""
    names = ("rows", "partitions", "workers", "cpus", "concurrency", "batch_size")
    known = dict(zip(names, numbers, strict=True))
    steps, counts = [(OperatorKind.HASH_REPARTITION, count)], [exactly(count)]

    point = predicted(make, known, steps, counts, False, (0, 7))
    wide = predicted(make, {**known, **ranges}, steps, counts, False, (0, 7))

    holds(wide, point)
