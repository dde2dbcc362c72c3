"""The costs of a replay besides its sleeping, on a cluster whose nodes share one machine."""

from __future__ import annotations

from daft_lint.scheduling.simulation.costs import Costs

# Chosen for 400 recorded runs, seeds 101, 102 and 301 of benchmarks/model_accuracy.py, and for five
# shapes of very short morsels and tasks, with Daft 0.7.26 and Ray 2.60 on two cores. With other
# work on the machine a task costs up to twice as much, and a morsel half as much again.
_MORSEL_SECONDS = 0.0004
_HANDOVER_SECONDS = 0.0016
_DISPATCH_SECONDS = 0.0025
_SUBMIT_SECONDS = 0.0056
_FINISH_SECONDS = 0.0010
_TRAVEL_SECONDS = 0.0070
_POOL_SECONDS = 0.5
_ACTOR_SECONDS = 0.35
_MORE_FOR_EACH_WORKER = 0.09
_MORE_FOR_EACH_ACTOR = 0.07


def replay_costs(row_seconds: float, workers: int, actors: int) -> Costs:
    """Costs of a replay whose UDF sleeps `row_seconds` for each row.

    Measured on a local cluster on two cores: between two morsels of an actor lie some 2 ms, all
    actors together get up to 400 morsels a second, and the driver handles up to 140 tasks a second,
    fewer when it has more workers and actors to tell of: each task carries a handle of every actor.
    The actors of a pool start together, but share the cores.
    """
    larger = 1 + _MORE_FOR_EACH_WORKER * (workers - 1) + _MORE_FOR_EACH_ACTOR * (actors - 1)
    return Costs(
        row_seconds,
        _MORSEL_SECONDS,
        _HANDOVER_SECONDS,
        _DISPATCH_SECONDS,
        _SUBMIT_SECONDS * larger,
        _FINISH_SECONDS * larger,
        _TRAVEL_SECONDS,
        _POOL_SECONDS + _ACTOR_SECONDS * actors,
        one_machine=True,
    )
