"""The assumptions of a plan, in words."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.quantity import OriginKind
from daft_lint.plan.unit import Unit
from daft_lint.planning.planner import MOST_EVERYWHERE, PlannedPipeline, PlannedPool
from daft_lint.reporting.pipelines.phrases import doubts
from daft_lint.scheduling.prediction.predict import WorkPrediction

_ONE_BY_ONE = "a UDF of the pipeline gets rows once the UDFs before it are done with them"
_APART = "each step has all threads of its worker to itself"
_USUAL = f"a usual machine: a pool of more than {MOST_EVERYWHERE:,} actors is followed on it alone"
_FREE = "Python code runs on all threads at once, which is only true while it releases the GIL"


def assumptions_of(plan: PlannedPipeline) -> list[str]:
    """The unmeasured assumptions of a pipeline's forecasts."""
    home = plan.pipeline.plan.source.span.path
    found = [*plan.question.assumptions]
    if len(plan.prediction.pools) > 1:
        found.append(_ONE_BY_ONE)
    in_tasks = [(pool.pool, pool.now) for pool in plan.pools if pool.pool.unit is Unit.WORKER]
    in_tasks += [(task.work, task.now) for planned in plan.pools for task in planned.same_tasks]
    timed = [work for work, now in in_tasks if now.makespan is not None]
    if len(timed) > 1:
        found.append(_APART)
    if any(map(_shares_threads, timed)):
        found.append(_FREE)
    for planned in plan.pools:
        found += doubts(planned.pool, home)
        found += _of_the_cluster(planned)
        found += (doubt for other in planned.same_tasks for doubt in doubts(other.work, home))
    return list(dict.fromkeys(found))


def _of_the_cluster(planned: PlannedPool) -> Iterator[str]:
    """Advice without known workers assumes that there are some; for many actors, one machine."""
    tuning = planned.tuning
    if planned.pool.load.actors.low > MOST_EVERYWHERE:
        yield _USUAL
    if planned.pool.workers is None and tuning is not None and tuning.steps:
        origins = tuning.now.idle.origins
        yield from (origin.text for origin in origins if origin.kind is OriginKind.ASSUMPTION)


def _shares_threads(work: WorkPrediction) -> bool:
    """Whether a UDF is called on several threads of a worker."""
    calls, udf = work.calls_at_once, work.call.udf
    return calls is not None and calls.high > 1 and not (udf.builtin or udf.is_async)
