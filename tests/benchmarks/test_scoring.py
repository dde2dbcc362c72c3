"""The scores say how often a prediction came true."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from recording import PoolRun, Recorded
from scoring import Expected, Outcome, Score, score

from daft_lint.verification.messages import ActorLog, Call, NodeFacts
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)

NODES = (NodeFacts("head", 8.0, 0.0),)
SECONDS_PER_ROW = 0.01


def outcome(
    morsels: Sequence[Sequence[int]],
    rows: Sequence[float],
    *,
    idle: tuple[int, int] = (0, 0),
    makespan: float = 1.0,
    steps: tuple[StepShape, ...] = (),
    asked: int | None = None,
) -> Outcome:
    """A run in which each actor worked at these morsels, 10 ms a row, and what was expected."""
    udf = UdfShape("watched", asked or len(morsels), 20, row_seconds=SECONDS_PER_ROW)
    plan = PlanShape(sum(map(sum, morsels)), 1, (*steps, StepShape(StepKind.UDF, udfs=(udf,))))
    logs = tuple(log(f"actor {place}", sizes) for place, sizes in enumerate(morsels))
    run = Recorded(
        1,
        0,
        Shape(plan, ClusterSize(1, 8), "watched"),
        "",
        NODES,
        5.0,
        (PoolRun("watched", logs),),
    )
    return Outcome(
        run, Expected(*idle, tuple(rows), makespan, makespan - 0.1, makespan + 0.1, 1.0), run.trial
    )


def log(actor: str, sizes: Sequence[int]) -> ActorLog:
    calls, now = [], 2.0
    for rows in sizes:
        calls.append(Call(rows, now, now + rows * SECONDS_PER_ROW))
        now = calls[-1].end
    return ActorLog(actor, "head", "watched", (1.0,), tuple(calls))


@pytest.mark.parametrize(
    ("low", "high", "inside"), [(1, 1, True), (0, 1, True), (1, 3, True), (2, 2, False)]
)
def test_idle_actors_lie_in_the_interval_or_not(low: int, high: int, inside: bool) -> None:
    result = outcome([[20], []], [0, 20], idle=(low, high))
    assert result.inside is inside
    assert result.width == high - low


@pytest.mark.parametrize(
    ("expected", "alike"),
    [
        ([40, 60], True),
        # In any order, since they are ranked.
        ([20, 80], True),
        ([60, 60], True),
        ([19, 81], False),
        ([0, 100], False),
        ([100], False),
    ],
)
def test_rows_are_alike_up_to_one_morsel_an_actor(expected: Sequence[int], alike: bool) -> None:
    assert outcome([[20, 20, 20], [20, 20]], sorted(expected)).alike is alike


def test_a_morsel_is_never_larger_than_those_that_were_seen() -> None:
    assert outcome([[5, 5], [5]], [5, 10]).alike is True
    assert outcome([[5, 5], [5]], [0, 15]).alike is True
    assert outcome([[5, 5, 5], [5]], [0, 20]).alike is True
    assert outcome([[5, 5, 5, 5], [5, 5]], [0, 30]).alike is False


def test_an_actor_that_never_started_has_no_rows() -> None:
    result = outcome([[20, 20]], [0, 40], asked=2, idle=(1, 1))
    assert result.rows == (0, 40)
    assert result.alike is True
    assert result.inside


@pytest.mark.parametrize("kind", [StepKind.HASH_REPARTITION, StepKind.RANDOM_REPARTITION])
def test_rows_are_not_compared_where_chance_makes_the_tasks(kind: StepKind) -> None:
    result = outcome([[20], []], [10, 10], steps=(StepShape(kind, 2),), idle=(1, 1), makespan=0.2)
    assert result.alike is None
    assert result.missed == ()


@pytest.mark.parametrize(
    ("makespan", "punctual"),
    # The run takes one second.
    [(1.1, True), (0.88, True), (0.86, False), (1.2, False)],
)
def test_a_makespan_may_be_a_seventh_off(makespan: float, punctual: bool) -> None:
    result = outcome([[20, 20, 20, 20, 20]], [100], makespan=makespan)
    assert result.late == pytest.approx(1 / makespan - 1)
    assert result.punctual is punctual


@pytest.mark.parametrize(("expected", "used"), [(0.5, True), (0.59, True), (0.39, False)])
def test_utilisation_is_near_the_typical_one_or_not(expected: float, used: bool) -> None:
    result = outcome([[20], []], [0, 20], idle=(1, 1))
    wanted = replace(result.expected, utilisation=expected)
    assert replace(result, expected=wanted).used is used


@pytest.mark.parametrize(("makespan", "ranged"), [(0.95, True), (1.2, False), (0.8, False)])
def test_a_makespan_lies_in_its_range_or_not(makespan: float, ranged: bool) -> None:
    assert outcome([[20, 20, 20, 20, 20]], [100], makespan=makespan).ranged is ranged


def test_the_score_counts_what_was_compared() -> None:
    good = outcome([[20]], [20], makespan=0.2)
    wide = outcome([[20], []], [0, 20], idle=(0, 2), makespan=9.0)
    random = outcome([[20]], [0], steps=(StepShape(StepKind.HASH_REPARTITION, 2),), makespan=0.2)
    assert score([good, wide, random]) == Score(
        shapes=3,
        inside=3,
        width=pytest.approx(2 / 3),
        compared=2,
        alike=2,
        punctual=2,
        ranged=2,
        used=2,
    )
    assert wide.missed == ("makespan",)


PERFECT = Score(shapes=100, inside=97, width=0.5, compared=60, alike=51, punctual=90)


def test_the_targets_are_those_of_the_page() -> None:
    assert PERFECT.good


@pytest.mark.parametrize(
    "worse",
    [
        replace(PERFECT, inside=96),
        replace(PERFECT, width=0.51),
        replace(PERFECT, alike=50),
        replace(PERFECT, punctual=89),
        Score(0, 0, 0.0, 0, 0, 0),
    ],
)
def test_one_missed_target_is_enough(worse: Score) -> None:
    assert not worse.good
