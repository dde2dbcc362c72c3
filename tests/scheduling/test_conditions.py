"""Where predictions turn: every condition holds on all of its side."""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from morsels import run_tasks
from sampling import draws

from daft_lint.plan.cluster import WorkerGroup, cluster_of
from daft_lint.plan.pipeline import ActionKind, OperatorKind
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.scheduling.prediction.bounds import Load
from daft_lint.scheduling.prediction.conditions import (
    Comparison,
    Condition,
    Factor,
    Property,
    conditions,
    sentence,
)
from daft_lint.scheduling.prediction.growth import growth
from daft_lint.scheduling.prediction.guarantees import least_utilisation, work_of
from daft_lint.scheduling.prediction.predict import predict
from daft_lint.scheduling.simulation.placement import spread

unhurried = settings(deadline=None, max_examples=draws(200))
UNKNOWN = unknown()


def conditions_on(pipeline, cluster, call, version=(0, 7)):
    return conditions(pipeline.plan, predict(pipeline, cluster, version), call)


def found(make, rows, *steps, workers=4, cpus=16, concurrency=16, batch_size=64, partitions=1):
    """The sentences about a pool behind these steps."""
    pool = make.pool(concurrency, batch_size)
    pipeline = make.pipeline(make.plan(rows, *steps, pool, partitions=partitions))
    return [
        sentence(condition)
        for condition in conditions_on(pipeline, make.cluster(workers, cpus), pool.calls[0])
    ]


def test_unknown_rows_of_one_partition(make):
    assert found(make, UNKNOWN, workers=1) == [
        "At least 1 actor idles with 960 or fewer rows.",
        "No actor idles with 961 or more rows.",
        "Utilisation is at least 90% with 9,216 or more rows.",
    ]


def test_unknown_rows_of_even_partitions(make):
    assert found(make, UNKNOWN, make.into_partitions(64)) == [
        "At least 1 actor idles with 15 or fewer rows.",
        "No actor idles with 20 or more rows.",
        "Utilisation is at least 90% with 14,391 or more rows.",
    ]


def test_unknown_rows_in_batches(make):
    assert found(make, UNKNOWN, make.into_batches(200)) == [
        "At least 1 actor idles with 708 or fewer rows.",
        "No actor idles with 3,001 or more rows.",
        "Utilisation is at least 90% with 133,632 or more rows.",
    ]


def test_files_of_unknown_number_and_rows(make):
    assert found(make, UNKNOWN, partitions=UNKNOWN) == [
        "At least 4 actors idle if 3 or fewer partitions have rows.",
        "No actor idles if 16 or more partitions have rows.",
    ]


def filtered(make, **fields):
    """The sentences about a pool behind a filter of 10,000 rows in eight partitions."""
    thinning = make.where("path", **fields)
    pipeline = make.pipeline(make.plan(10_000, thinning, make.pool(16, 64), partitions=8))
    (pool,) = predict(pipeline, make.cluster(2, 16)).pools
    found = conditions_on(pipeline, make.cluster(2, 16), pool.call)
    return pool, [sentence(condition) for condition in found]


def test_behind_a_filter_it_is_said_how_much_it_has_to_keep(make):
    """Idle "0 to all" was honest and useless."""
    pool, reported = filtered(make)

    assert str(pool.idle) == "0 to 16"
    assert reported == [
        "At least 1 actor idles if the filter keeps 519 or fewer rows, spread evenly over the "
        "partitions.",
        "No actor idles if the filter keeps at least 1 in 19 rows of each partition.",
    ]


@pytest.mark.parametrize(("share", "idle"), [(0.1, 0), (1 / 19, 0), (0.05, 8)])
def test_a_hint_of_what_a_filter_keeps_decides_it(make, share, idle):
    pool, reported = filtered(make, kept=exactly(share))

    assert pool.partitioning.rows.count == round(10_000 * share)
    assert pool.idle.count == idle
    assert not [each_sentence for each_sentence in reported if "the filter keeps" in each_sentence]


def test_two_filters_or_an_unknown_number_of_rows_tell_nothing_of_a_share(make):
    steps = (make.where("path"), make.where("url"))
    rows_unknown = found(make, None, make.where("path"), partitions=8)

    both = found(make, 10_000, *steps, partitions=8)

    assert not [
        each_sentence
        for each_sentence in (*rows_unknown, *both)
        if "the filter keeps" in each_sentence
    ]


def test_no_share_is_told_where_partitions_may_be_empty_before_the_filter(make):
    """Of 800 rows with five keys behind a window by key, 50 were kept: three of four actors ran."""
    reported = found(make, 800, make.step(OperatorKind.WINDOW), make.where("path"), partitions=8)

    assert not [each_sentence for each_sentence in reported if "the filter keeps" in each_sentence]


def test_unknown_workers_idle_where_there_are_more_than_tasks(make):
    sentences = found(make, UNKNOWN, partitions=12, workers=None, cpus=None)

    assert "At least 1 actor idles on 13 to 16 workers." in sentences


def test_unknown_workers_and_rows(make):
    assert found(make, UNKNOWN, make.into_partitions(64), workers=None) == [
        "At least 1 actor idles with 15 or fewer rows.",
        "No actor idles with 53 or more rows, on up to 16 workers.",
    ]


def test_an_unknown_batch_size(make):
    assert found(make, 1600, workers=1, concurrency=4, batch_size=UNKNOWN) == [
        "At least 1 actor idles with a batch_size of 534 or more.",
        "No actor idles with a batch_size of 533 or less.",
        "Utilisation is at least 90% with a batch_size of 44 or less.",
    ]


def test_unknown_cpus(make):
    steps = (make.into_partitions(64),)

    assert found(make, 1600, *steps, cpus=UNKNOWN, batch_size=None) == [
        "No actor idles with 4 or more CPUs per worker."
    ]


def test_an_unknown_concurrency(make):
    assert found(make, 1600, make.into_partitions(8), concurrency=UNKNOWN) == [
        "At least 1 actor idles with 33 or more actors.",
        "No actor idles with 32 or fewer actors.",
    ]


def test_nothing_is_said_of_what_is_known_or_holds_anyway(make):
    assert found(make, 1600) == []
    assert found(make, UNKNOWN) == []
    assert found(make, UNKNOWN, concurrency=1) == []


def test_rows_of_which_some_are_known(make):
    rows = between(1000, math.inf)

    assert found(make, rows, make.into_partitions(16), workers=2, cpus=8, concurrency=4) == [
        "Utilisation is at least 90% with 2,439 or more rows."
    ]


def test_a_range_of_workers(make):
    workers = between(2, 8)

    assert found(make, 1600, make.into_partitions(4), workers=workers, concurrency=8) == [
        "At least 1 actor idles on 5 or more workers.",
        "No actor idles on 4 or fewer workers.",
    ]


def test_rows_say_nothing_behind_a_limit_a_filter_or_a_join(make):
    for step in (make.limit(1000), make.where("path"), make.step(OperatorKind.JOIN)):
        sentences = found(make, UNKNOWN, step, make.into_partitions(64))

        assert not any(re.search(r"\d rows on", each_sentence) for each_sentence in sentences)


def test_a_call_of_another_pipeline_has_no_conditions(make):
    pipeline = make.pipeline(make.plan(UNKNOWN, make.pool()))

    assert conditions_on(pipeline, make.cluster(1), make.pool(7).calls[0]) == ()


def test_older_versions_are_only_said_to_idle(make):
    pool = make.pool(16, 64)
    pipeline = make.pipeline(make.plan(UNKNOWN, pool))

    said = {
        condition.holds
        for condition in conditions_on(pipeline, make.cluster(1, 16), pool.calls[0], (0, 6))
    }

    assert said == {Property.ACTORS_IDLE, Property.NO_ACTOR_IDLES}


def test_on_unequal_workers_only_the_fewest_rows_are_reported(make):
    origin = Origin(OriginKind.CONFIGURATION, "a cluster file")
    cluster = cluster_of((WorkerGroup(2, 16), WorkerGroup(2, 4)), origin)
    pool = make.pool(16, 64)
    pipeline = make.pipeline(make.plan(UNKNOWN, make.into_partitions(64), pool))

    said = [sentence(condition) for condition in conditions_on(pipeline, cluster, pool.calls[0])]

    assert said == ["At least 1 actor idles with 15 or fewer rows."]


def test_a_preview_says_nothing_of_rows(make):
    pool = make.pool(16, 64)
    plan = make.plan(UNKNOWN, make.into_partitions(64), pool)
    pipeline = make.pipeline(plan, make.action(ActionKind.SHOW, 8))

    said = conditions_on(pipeline, make.cluster(4, 16), pool.calls[0])

    assert Factor.ROWS not in {condition.factor for condition in said}


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (
            Condition(Factor.WORKERS, Comparison.MORE_THAN, 1, Property.ACTORS_IDLE, None, 2),
            "At least 2 actors idle on 2 or more workers.",
        ),
        (
            Condition(Factor.WORKERS, Comparison.AT_MOST, 1, Property.NO_ACTOR_IDLES),
            "No actor idles on 1 worker.",
        ),
        (
            Condition(Factor.BATCH_SIZE, Comparison.MORE_THAN, 4000, Property.ACTORS_IDLE, None, 1),
            "At least 1 actor idles with a batch_size of 4_001 or more.",
        ),
        (
            Condition(Factor.CPUS, Comparison.FROM, 1, Property.NO_ACTOR_IDLES, workers_at_most=8),
            "No actor idles with 1 or more CPUs per worker, on up to 8 workers.",
        ),
    ],
)
def test_sentences(condition, words):
    assert sentence(condition) == words


SIZES = st.lists(st.integers(1, 400), min_size=1, max_size=24)


@unhurried
@given(
    st.one_of(
        SIZES,
        st.builds(lambda size, count: [size] * count, st.integers(1, 400), st.integers(1, 24)),
    ),
    st.integers(1, 9),
    st.integers(1, 5),
    st.integers(1, 200),
    st.integers(1, 12),
    st.integers(0, 3),
)
# Tasks end in bunches: one worker gets 13 of them, the other 11.
@example([6] * 24, 2, 2, 1, 6, 2)
def test_a_utilisation_that_is_sure_is_reached(sizes, actors, workers, batch_size, cpus, spare):
    load = Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        tuple(sizes),
        exactly(actors),
        between(1, batch_size),
        exactly(workers),
        between(cpus, cpus + spare),
    )
    work = work_of(Counter(sizes))
    many = replace(work, fewest_tasks=1)

    for size in (batch_size, max(1, batch_size // 2)):
        run = run_tasks(sizes, spread(actors, workers), size, cpus + spare // 2)
        assert least_utilisation(work, load) <= run.utilisation + 1e-9
        assert least_utilisation(many, load) <= run.utilisation + 1e-9


GROWING = [
    OperatorKind.INTO_PARTITIONS,
    OperatorKind.HASH_REPARTITION,
    OperatorKind.RANDOM_REPARTITION,
    OperatorKind.BARRIER,
    OperatorKind.INTO_BATCHES,
]


@unhurried
@given(
    st.lists(st.tuples(st.sampled_from(GROWING), st.integers(1, 60)), max_size=3),
    st.integers(1, 9),
    st.integers(1, 5_000),
    st.integers(1, 9),
    st.integers(1, 4),
    st.integers(1, 200),
    st.integers(1, 12),
)
def test_tasks_grow_as_said(make, drawn, partitions, rows, actors, workers, batch_size, cpus):
    load = Load(
        unknown(),
        unknown(),
        None,
        exactly(actors),
        between(1, batch_size),
        exactly(workers),
        exactly(cpus),
    )
    steps = [make.step(kind, count, reads=frozenset({"path"})) for kind, count in drawn]

    def before(number):
        return make.predicted_pool(
            2, make.plan(number, *steps, make.pool(2, 1000), partitions=partitions)
        ).partitioning

    known = growth(before(3).dealing, 3)
    sizes = [size for size in before(rows).sizes or () if size]
    assume(known is not None and sizes)

    def sure(work):
        return least_utilisation(work, load)

    later = (rows + 1, rows + 2, rows + 7, 2 * rows, 20 * rows)
    work = known.work(rows)
    assert work.rows == sum(sizes)
    assert known.filled(rows) <= len(sizes)
    assert len(sizes) <= work.most_tasks
    assert work.most >= max(sizes)
    if known.batch is None:
        assert work.least <= min(before(rows).sizes)
    else:
        assert work.fewest_tasks <= len(sizes)
    assert known.filled(rows) <= known.filled(rows + 1)
    assert sure(known.work(rows)) <= min(sure(known.work(more)) for more in later) + 1e-9


RANGES = ["rows", "partitions", "workers", "cpus", "concurrency", "batch_size"]
MOST = {
    "rows": 3000,
    "partitions": 12,
    "workers": 6,
    "cpus": 12,
    "concurrency": 10,
    "batch_size": 300,
}
FACTORS = {
    Factor.ROWS: "rows",
    Factor.WORKERS: "workers",
    Factor.CPUS: "cpus",
    Factor.CONCURRENCY: "concurrency",
    Factor.BATCH_SIZE: "batch_size",
    Factor.KEPT: "kept",
}


@st.composite
def cases(draw):
    """What is known of a pipeline and a cluster, with one or two ranges in it."""
    known = {name: exactly(draw(st.integers(1, most))) for name, most in MOST.items()}
    for name in draw(st.lists(st.sampled_from(RANGES), min_size=1, max_size=2, unique=True)):
        low = draw(st.one_of(st.just(1), st.integers(1, MOST[name])))
        high = draw(st.one_of(st.just(math.inf), st.integers(low, 4 * MOST[name])))
        known[name] = between(low, high)
    if draw(st.booleans()):
        known["concurrency"] = exactly(draw(st.sampled_from([4, 8, 12])))
    kinds = st.sampled_from([OperatorKind.LIMIT, OperatorKind.FILTER, *GROWING])
    return known, draw(st.lists(st.tuples(kinds, st.integers(1, 60)), max_size=2))


def pipeline_of(make, numbers, steps):
    operators = [make.step(kind, n, reads=frozenset({"path"})) for kind, n in steps]
    if "kept" in numbers:
        operators = [
            replace(operator, rows=numbers["kept"])
            if operator.kind is OperatorKind.FILTER
            else operator
            for operator in operators
        ]
    pool = make.pool(numbers["concurrency"], numbers["batch_size"])
    plan = make.plan(numbers["rows"], *operators, pool, partitions=numbers["partitions"])
    cluster = make.cluster(numbers["workers"], numbers["cpus"])
    return make.pipeline(plan), cluster, pool.calls[0]


def side(condition: Condition, known: Quantity) -> tuple[int, float]:
    """The first and the last number that a condition is about."""
    first, last = math.ceil(known.low), min(known.high, condition.until or math.inf)
    if condition.comparison is Comparison.AT_MOST:
        return max(1, first), min(last, condition.threshold)
    return max(first, condition.threshold + (condition.comparison is Comparison.MORE_THAN)), last


def shows(condition: Condition, pool) -> bool:
    if condition.holds is Property.ACTORS_IDLE:
        return pool.idle.low >= condition.least_idle >= 1
    if condition.holds is Property.NO_ACTOR_IDLES:
        return pool.idle.high == 0
    return pool.utilisation.low >= 0.9 - 1e-9


def test_a_shuffle_behind_a_limit_is_left_to_chance_like_any(make):
    """A simulation of one way in which the keys of 19 rows fall proves nothing."""
    numbers = {
        "rows": between(19, math.inf),
        "partitions": exactly(2),
        "workers": exactly(1),
        "cpus": exactly(2),
        "concurrency": exactly(8),
        "batch_size": between(1, math.inf),
    }
    steps = [(OperatorKind.LIMIT, 19), (OperatorKind.HASH_REPARTITION, 9)]
    said = [condition.holds for condition in conditions_on(*pipeline_of(make, numbers, steps))]
    assert Property.NO_ACTOR_IDLES not in said


def test_tasks_that_pick_partitions_alike_may_miss_one_together(make):
    """Each of seven tasks has about 15 of 103 rows, and all make the same picks."""
    numbers = {
        "rows": exactly(103),
        "partitions": exactly(7),
        "workers": exactly(4),
        "cpus": exactly(2),
        "concurrency": exactly(4),
        "batch_size": exactly(1),
    }
    steps = [(OperatorKind.FILTER, 1), (OperatorKind.RANDOM_REPARTITION, 6)]
    said = [condition.holds for condition in conditions_on(*pipeline_of(make, numbers, steps))]
    assert Property.NO_ACTOR_IDLES not in said


@unhurried
@given(cases(), st.sampled_from([(0, 7), (0, 7, 2), (0, 6, 4)]), st.data())
def test_every_condition_holds_on_its_side(make, case, version, data):
    known, steps = case
    for condition in conditions_on(*pipeline_of(make, known, steps), version):
        numbers = dict(known)
        if condition.factor is not Factor.PARTITIONS:
            name = FACTORS[condition.factor]
            of = known.get(name) or between(0, condition.of)
            low, high = side(condition, of)
            assert low <= high
            near = st.integers(low, int(min(high, low + 3)))
            most = MOST.get(name) or MOST["rows"]
            far = st.integers(low, int(min(high, 3 * low + most)))
            end = st.integers(max(low, int(min(high, 10**6)) - 2), int(min(high, 10**6)))
            sides = [near, far, end] if high <= 10 * most else [near, far]
            numbers[name] = exactly(data.draw(st.one_of(sides)))
        for name, number in numbers.items():
            if not number.known:
                high = int(min(number.high, 3 * MOST[name]))
                low = min(high, max(1, int(number.low)))
                numbers[name] = exactly(data.draw(st.integers(low, high)))
        if condition.workers_at_most and numbers["workers"].low > condition.workers_at_most:
            continue
        pipeline, cluster, _ = pipeline_of(make, numbers, steps)
        (pool,) = predict(pipeline, cluster, version).pools
        if condition.factor is Factor.PARTITIONS:
            low, high = side(condition, between(1, math.inf))
            if not low <= pool.tasks.low <= pool.tasks.high <= high:
                continue
        # Of more partitions than are followed one by one, utilisation isn't predicted.
        if condition.holds is Property.WELL_USED and pool.partitioning.sizes is None:
            continue
        assert shows(condition, pool), (sentence(condition), numbers, pool.idle, pool.utilisation)


@pytest.mark.parametrize(
    ("workers", "partitions", "batch_size"), [(4, 4000, 64), (None, 64, None), (4, 1, UNKNOWN)]
)
def test_conditions_come_within_milliseconds(make, workers, partitions, batch_size):
    pool = make.pool(16, batch_size)
    plan = make.plan(UNKNOWN, make.into_partitions(partitions), pool)
    pipeline, cluster = make.pipeline(plan), make.cluster(workers, 16)
    started = time.process_time()

    for _ in range(3):
        conditions_on(pipeline, cluster, pool.calls[0])

    assert (time.process_time() - started) / 3 < 0.05
