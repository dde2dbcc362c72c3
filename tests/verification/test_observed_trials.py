"""What actors told becomes a trial: who lived where, who got what, and when."""

import pytest

from daft_lint.plan.unit import Unit
from daft_lint.scheduling.simulation.occupancy import ActorUse
from daft_lint.verification.messages import ActorLog, Call
from daft_lint.verification.observation import Morsel
from daft_lint.verification.observed_trials import DisturbedError, trial

NODES = ("node-a", "node-b")


def log(actor: str, node: str, *calls: Call, starts: tuple[float, ...] = (100.0,)) -> ActorLog:
    return ActorLog(actor, node, "Embed", starts, calls)


def test_actors_are_reported_by_worker_and_times_from_the_first_morsel() -> None:
    found = trial(
        [
            log("1", "node-b", Call(100, 101.0, 102.0), Call(50, 102.0, 102.5)),
            log("2", "node-a"),
        ],
        NODES,
        asked=2,
        seconds=4.0,
    )
    assert found.occupancy.actors == (ActorUse(0, 0, 0, 0), ActorUse(1, 150, 2, 1.5))
    assert found.morsels == (Morsel(1, 100, 0.0, 1.0), Morsel(1, 50, 1.0, 1.5))
    assert (found.idle, found.makespan, found.utilisation) == (1, 1.5, 0.5)


def test_calls_without_rows_are_no_work() -> None:
    found = trial(
        [log("1", "node-a", Call(0, 99.0, 99.1)), log("2", "node-a", Call(10, 101.0, 102.0))],
        NODES,
        asked=2,
        seconds=4.0,
    )
    assert (found.idle, found.makespan) == (1, 1.0)


def test_actors_that_start_when_the_others_ended_were_never_placed() -> None:
    late = log("2", "node-a", starts=(103.0,))
    found = trial([log("1", "node-a", Call(10, 101.0, 102.0)), late], NODES, 2, 4.0)
    assert len(found.occupancy.actors) == 1
    assert found.idle == 1


def test_a_run_with_a_dead_actor_tells_nothing() -> None:
    died = log("1", "node-a", Call(10, 101.0, 102.0), starts=(100.0, 101.5))
    with pytest.raises(DisturbedError, match="an actor died"):
        trial([died], NODES, 1, 4.0)


def test_a_run_without_a_row_tells_nothing() -> None:
    with pytest.raises(DisturbedError, match="no actor got any rows"):
        trial([log("1", "node-a")], NODES, 1, 4.0)


def test_what_the_threads_of_a_worker_do_at_the_same_time_counts_once() -> None:
    calls = (Call(10, 101.0, 102.0), Call(20, 101.5, 103.0), Call(5, 104.0, 105.0))
    found = trial(
        [log("node-a", "node-a", *calls), log("node-b", "node-b")],
        NODES,
        asked=2,
        seconds=4.0,
        unit=Unit.WORKER,
    )
    assert found.unit is Unit.WORKER
    assert found.occupancy.actors == (ActorUse(0, 35, 3, 3.0), ActorUse(1, 0, 0, 0))
    assert found.morsels == (Morsel(0, 30, 0.0, 2.0), Morsel(0, 5, 3.0, 4.0))
    assert (found.idle, found.makespan) == (1, 4.0)


def test_a_run_in_which_no_worker_got_a_row_says_so() -> None:
    with pytest.raises(DisturbedError, match="no worker got any rows"):
        trial([log("node-a", "node-a")], NODES, 1, 4.0, Unit.WORKER)
