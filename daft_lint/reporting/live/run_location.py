"""The runner and the cluster that a plan is judged for, in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.quantity import Quantity
from daft_lint.reporting.pipelines.phrases import place_of, runner_name, runner_reason
from daft_lint.rule import Case

_NATIVE = (
    "Its pools are processes of one worker; pass a cluster to check() to judge the plan for Ray."
)
_GIVEN = "passed to check()"
_UNKNOWN_WORKERS = "The number of workers is unknown: pass cluster={'workers': 4}."


def judged_where(case: Case) -> Iterator[str]:
    """The runner and the cluster, with the reasons."""
    pipeline = case.pipeline
    runner, home = case.runner, pipeline.plan.source.span.path
    reason = runner_reason(runner, home)
    why = f" ({reason})" if reason else ""
    if runner.kind is RunnerKind.NATIVE:
        yield f"Judged for the native runner{why}."
        yield _NATIVE
        return
    judged = f"Judged for {runner_name(runner)}{why}"
    figures = ", ".join(_figures(pipeline.cluster))
    if pipeline.cluster.workers is None:
        yield f"{judged}. {_UNKNOWN_WORKERS}"
    else:
        yield f"{judged}: {figures}{_origins(pipeline.cluster, home, reason)}."


def _figures(cluster: Cluster) -> Iterator[str]:
    if cluster.workers is not None:
        yield _counted(cluster.workers, "worker")
    if cluster.cpus_per_worker is not None:
        yield f"{_counted(cluster.cpus_per_worker, 'CPU')} each"
    if cluster.gpus_per_worker is not None and cluster.gpus_per_worker.high:
        yield f"{_counted(cluster.gpus_per_worker, 'GPU')} each"


def _counted(number: Quantity, noun: str) -> str:
    return f"{number} {noun}" if number.known and number.low == 1 else f"{number} {noun}s"


def _origins(cluster: Cluster, home: str, reason: str) -> str:
    """The origins, besides the reason for the runner and the caller's own values."""
    figures = (cluster.workers, cluster.cpus_per_worker, cluster.gpus_per_worker)
    origins = [origin for figure in figures if figure is not None for origin in figure.origins]
    places = dict.fromkeys(place_of(origin, home) for origin in origins if origin.text != _GIVEN)
    places.pop(reason, None)
    return f" ({'; '.join(places)})" if places else ""
