"""What a replay costs besides its sleeping, on a cluster whose nodes share one machine."""

from __future__ import annotations

from daft_lint.scheduling.costs import Costs

# Chosen for 200 recorded runs, seeds 101 and 102 of benchmarks/model_accuracy.py, with Daft 0.7.26
# and Ray 2.60 on two cores with other work on them; the dispatch was measured with eight actors and
# 400 morsels of 20 ms. What a task costs changes by half from one minute to the next there.
_MORSEL_SECONDS = 0.0008
_HANDOVER_SECONDS = 0.0020
_DISPATCH_SECONDS = 0.0032
_SUBMIT_SECONDS = 0.0078
_FINISH_SECONDS = 0.0020
_TRAVEL_SECONDS = 0.011
_POOL_SECONDS = 0.9
_ACTOR_SECONDS = 0.5
_MORE_FOR_EACH_WORKER = 0.09
_MORE_FOR_EACH_ACTOR = 0.07


def replay_costs(row_seconds: float, workers: int, actors: int) -> Costs:
    """Costs of a replay whose UDF sleeps `row_seconds` for each row.

    Measured on a local cluster on two cores: between two morsels of an actor lie some 3 ms, all
    actors together get some 310 morsels a second, and the driver handles up to 100 tasks a second,
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
