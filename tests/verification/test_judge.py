"""Confirmed when every trial shows what was predicted, refuted when none does."""

from dataclasses import replace

import pytest

from daft_lint.plan.unit import Unit
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.judge import gained, judged
from daft_lint.verification.observation import Expectation, Measurement, Trial
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)
from daft_lint.verification.verdict import Gain, Verdict

SHAPE = Shape(
    PlanShape(1_000, 1, (StepShape(StepKind.UDF, udfs=(UdfShape("Embed", 4, 100),)),)),
    ClusterSize(1, 8),
    "Embed",
)


def trial(*busy: float, span: float = 1.0, asked: int = 4) -> Trial:
    """A trial whose actors were busy for so many seconds."""
    actors = tuple(ActorUse(0, 100 * seconds, int(seconds > 0), seconds) for seconds in busy)
    return Trial(Occupancy(actors, span), (), asked, 3.0)


IDLE = trial(0, 0, 1, 1)
EVEN = trial(1, 1, 1, 1)
RAGGED = trial(0.5, 0.5, 0.5, 1)


def measured(*trials: Trial, idle: tuple[int, int] = (0, 0), used: float = 1.0) -> Measurement:
    return Measurement(SHAPE, Expectation(*idle, used, trials[0].occupancy), trials)


@pytest.mark.parametrize(
    ("measurement", "verdict", "reason"),
    [
        (
            measured(IDLE, IDLE, idle=(2, 2), used=0.5),
            Verdict.CONFIRMED,
            "2 of 4 actors got no rows in each of 2 trials, as predicted",
        ),
        (
            measured(EVEN, EVEN, idle=(2, 2), used=0.5),
            Verdict.REFUTED,
            "every actor got rows in each of 2 trials; predicted: 2 of 4 actors with no rows",
        ),
        (
            measured(IDLE, EVEN, idle=(2, 2), used=0.5),
            Verdict.INCONCLUSIVE,
            "as predicted (2 of 4 actors with no rows) in only 1 of 2 trials",
        ),
        (
            measured(RAGGED, RAGGED, used=0.62),
            Verdict.CONFIRMED,
            "38% of the actor time was lost in each of 2 trials, as predicted",
        ),
        (
            measured(EVEN, used=0.62),
            Verdict.REFUTED,
            "0% of the actor time was lost in one trial; predicted: 38% of the actor time lost",
        ),
    ],
)
def test_verdicts(measurement: Measurement, verdict: Verdict, reason: str) -> None:
    assert judged(measurement, 0.1) == (verdict, reason)


def test_a_loss_below_the_least_that_matters_confirms_nothing() -> None:
    measurement = measured(RAGGED, used=0.62)
    assert judged(measurement, 0.3)[0] is Verdict.CONFIRMED
    assert judged(measurement, 0.5)[0] is Verdict.REFUTED


def test_actors_that_could_not_be_placed_idle_too() -> None:
    short = trial(1, 1, asked=4)
    assert (short.idle, short.utilisation) == (2, 0.5)


def spans(*seconds: float) -> Measurement:
    return measured(*(trial(1, 1, 1, 1, span=span) for span in seconds))


@pytest.mark.parametrize(
    ("without", "with_remedy", "gain"),
    [
        pytest.param((0.86, 0.92), (0.5, 0.9, 0.8), Gain.HELPS, id="median below all trials"),
        pytest.param((0.86, 0.92), (0.85, 0.9, 0.85), Gain.NO_DIFFERENCE, id="a little below"),
        pytest.param((0.86, 0.84), (0.95, 0.92, 0.93), Gain.DOES_NOT_HELP, id="clearly above all"),
        pytest.param((0.86, 0.95), (0.5, 0.91, 0.93), Gain.NO_DIFFERENCE, id="between"),
    ],
)
def test_time_decides_whether_a_remedy_helps(
    without: tuple[float, ...], with_remedy: tuple[float, ...], gain: Gain
) -> None:
    assert gained(spans(*without), spans(*with_remedy))[0] is gain


def test_no_difference_is_told_with_all_that_was_seen_before() -> None:
    _, reason = gained(spans(0.86, 0.95), spans(0.91, 0.91, 0.91))
    assert reason == "the work takes 0.91 s instead of 0.86 s to 0.95 s"


def test_a_remedy_helps_when_the_work_takes_less() -> None:
    before, after = measured(IDLE, idle=(2, 2)), measured(trial(1, 1, 1, 1, span=0.9))
    assert gained(before, after) == (
        Gain.HELPS,
        "the work takes 0.9 s instead of 1 s, and 0 actors idle instead of 2",
    )


def test_a_remedy_by_which_all_work_longer_does_not_help() -> None:
    after = measured(trial(1, 1, 1, 1, span=1.4))
    assert gained(measured(IDLE), after)[0] is Gain.DOES_NOT_HELP


@pytest.mark.parametrize(
    ("unit", "busy", "reason"),
    [
        (Unit.WORKER, (0, 0, 1, 1), "2 of 4 workers got no rows in one trial, as predicted"),
        (Unit.PROCESS, (0, 0, 1, 1), "2 of 4 processes got no rows in one trial, as predicted"),
    ],
)
def test_verdicts_tell_of_workers_and_processes(unit: Unit, busy, reason: str) -> None:
    seen = replace(trial(*busy), unit=unit)
    assert judged(measured(seen, idle=(2, 2), used=0.5), 0.1)[1] == reason
