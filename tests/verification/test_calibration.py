"""What two replays tell of the costs of a morsel and of a task."""

import pytest

from daft_lint.scheduling.distribution import distribution
from daft_lint.scheduling.replay_costs import replay_costs
from daft_lint.verification.calibration import (
    many_tasks,
    morsel_seconds,
    one_actor,
    task_seconds,
)
from daft_lint.verification.messages import ActorLog, Call
from daft_lint.verification.observed_trials import trial
from daft_lint.verification.shape import ClusterSize
from daft_lint.verification.shape_model import prediction_of, watched_pool

SIZE = ClusterSize(2, 4)


def run(*calls_of_actors):
    logs = [
        ActorLog(f"a{number}", f"n{number}", "calibrate", (0.0,), tuple(calls))
        for number, calls in enumerate(calls_of_actors)
    ]
    return trial(logs, ["n0", "n1"], len(logs), 5.0)


def test_between_two_calls_lies_what_a_morsel_costs():
    calls = [Call(1, 0.003 * number, 0.003 * number + 0.001) for number in range(400)]

    assert morsel_seconds(run(calls)) == pytest.approx(0.002, rel=0.01)


def test_tasks_start_one_after_another_as_the_driver_hands_them_out():
    starts = [0.008 * number for number in range(150)]
    calls = [Call(1, start, start + 0.001) for start in starts]

    assert task_seconds(run(calls[::2], calls[1::2])) == pytest.approx(0.008)


@pytest.mark.parametrize(("workers", "cpus"), [(1, 4), (2, 4), (8, 32)])
def test_the_driver_is_what_many_tasks_wait_for(workers, cpus):
    """Else the start of the next task would tell what a worker takes, not the driver."""
    shape = many_tasks(ClusterSize(workers, cpus))
    costs = replay_costs(shape.udf.row_seconds, workers, workers)

    found = distribution(watched_pool(prediction_of(shape), shape).load, costs)

    driver = costs.submit_seconds + costs.finish_seconds
    assert found.times.expected == pytest.approx((shape.plan.rows - 1) * driver, rel=0.1)


def test_an_actor_alone_waits_for_nothing_but_its_next_morsel():
    shape = one_actor(SIZE)
    costs = replay_costs(shape.udf.row_seconds, 2, 1)

    found = distribution(watched_pool(prediction_of(shape), shape).load, costs)

    each = costs.row_seconds + costs.morsel_seconds + costs.handover_seconds
    assert found.times.expected == pytest.approx(400 * each, rel=0.05)
