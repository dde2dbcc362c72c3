"""The calibration of a cluster: the costs of a morsel and a task, by two replays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from statistics import median

from daft_lint.plan.spread import Spread
from daft_lint.scheduling.engine_costs import EngineCosts
from daft_lint.verification.budget import Budget
from daft_lint.verification.messages import Started
from daft_lint.verification.observation import Trial
from daft_lint.verification.observed_trials import trial
from daft_lint.verification.options import Options, Watch
from daft_lint.verification.replay_cluster import ReplayCluster
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)

LOCAL = "local"
"""The name of a cluster that is started on this machine."""

_LOCAL_SIZE = ClusterSize(2, 4)
_MORSELS = 400
_FEWEST_TASKS, _MOST_TASKS = 150, 1_500
_TASKS_A_CPU = 4
"""Fewer tasks than that would nearly all be handed out before the first of them ends."""

_ROW_SECONDS = 0.001
_RUNS = 3
_EXPECTED_SECONDS = 4.0
_NAME = "calibrate"


def calibrated(options: Options, watch: Watch) -> EngineCosts:
    """Measure the costs on the cluster at the address of the options, else on a local one.

    It took 23 to 31 seconds on clusters of 4 and 8 CPUs (2026-11-27). Larger ones get more tasks.

    Raises:
        DisturbedError: when a run tells nothing, say because an actor died.
        EngineError: when there is no cluster, or a run fails or takes too long.
    """
    size = _LOCAL_SIZE if options.address is None else None
    facts: list[Started] = []
    budget = Budget(options.timeout, None)
    with ReplayCluster(size, options, watch, budget, facts.append) as cluster:
        workers = cluster.size
        morsel = _measured(cluster, one_actor(workers), "a morsel", morsel_seconds)
        task = _measured(cluster, many_tasks(workers), "a task", task_seconds)
    began = facts[0]
    return EngineCosts(
        options.address or LOCAL,
        began.daft,
        began.ray or "",
        date.today().isoformat(),
        _RUNS,
        morsel,
        task,
    )


def one_actor(size: ClusterSize) -> Shape:
    """A task of many morsels: its actor waits only for the next one."""
    udf = UdfShape(_NAME, 1, 1, row_seconds=_ROW_SECONDS)
    return Shape(PlanShape(_MORSELS, 1, (StepShape(StepKind.UDF, udfs=(udf,)),)), size, _NAME)


def many_tasks(size: ClusterSize) -> Shape:
    """Many tasks of a short row for an actor on each worker: the driver is the slow part."""
    cpus = sum(each for each, _ in size.each)
    tasks = min(_MOST_TASKS, max(_FEWEST_TASKS, _TASKS_A_CPU * cpus))
    udf = UdfShape(_NAME, size.workers, 1, row_seconds=_ROW_SECONDS)
    steps = (StepShape(StepKind.INTO_PARTITIONS, tasks), StepShape(StepKind.UDF, udfs=(udf,)))
    return Shape(PlanShape(tasks, 1, steps), size, _NAME)


def morsel_seconds(run: Trial) -> float:
    """Seconds between a call of the only actor and its next one."""
    (busy,) = (actor.busy_seconds for actor in run.occupancy.actors if actor.morsels)
    return (run.makespan - busy) / (len(run.morsels) - 1)


def task_seconds(run: Trial) -> float:
    """Seconds from the start of a task to that of the next one."""
    starts = sorted(morsel.start for morsel in run.morsels)
    return (starts[-1] - starts[0]) / (len(starts) - 1)


def _measured(
    cluster: ReplayCluster, shape: Shape, what: str, of: Callable[[Trial], float]
) -> Spread:
    seen = []
    for number in range(1, _RUNS + 2):
        ran, nodes = cluster.run(shape, what, number, _RUNS + 1, _EXPECTED_SECONDS)
        run = trial(ran.actors, [node.node for node in nodes], shape.asked, ran.seconds)
        # The first run starts Daft's own actors.
        seen += [of(run)] if number > 1 else []
    return Spread(min(seen), median(seen), max(seen))
