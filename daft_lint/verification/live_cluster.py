"""The size of a local cluster for a program, from what is known of its pipelines."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daft_lint.findings import Finding
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.quantity import Quantity
from daft_lint.programs.target import ProgramError
from daft_lint.records import dataclass
from daft_lint.verification.scaling import Limits
from daft_lint.verification.shape import ClusterSize, unequal

_FEWEST_CPUS = 8


@dataclass(frozen=True, slots=True)
class LiveCluster:
    """The size of the local cluster, None when there is none; and what was taken for granted."""

    size: ClusterSize | None
    notes: tuple[str, ...]


def live_cluster(findings: Sequence[Finding], limits: Limits) -> LiveCluster:
    """The cluster that the pipelines of the findings say they run on.

    A program has one cluster. Where its pipelines name several, it gets the largest figures.

    Raises:
        ProgramError: when the number of workers isn't given, or is too large.
    """
    pipelines = [finding.pipeline for finding in findings if finding.pipeline is not None]
    workers = _known([pipeline.cluster.workers for pipeline in pipelines])
    if not workers:
        raise ProgramError(
            "the number of workers isn't known: set --workers, --address, or workers in "
            "[tool.daft-lint.cluster]"
        )
    most = max(1, *workers)
    if most > limits.most_workers:
        raise ProgramError(
            f"{most:,} workers are more than the {limits.most_workers} that one machine can run: "
            "set a smaller --workers, or --address"
        )
    notes = []
    if len(set(workers)) > 1:
        counts = ", ".join(str(count) for count in sorted(set(workers)))
        notes.append(f"pipelines expect clusters of {counts} workers: the program ran on {most}")
    cpus = _known([pipeline.cluster.cpus_per_worker for pipeline in pipelines])
    if not cpus:
        cpus = [_FEWEST_CPUS, *(_cpus(pipeline, most) for pipeline in pipelines)]
        notes.append(f"CPUs per worker aren't set: using {max(cpus)}, enough for every actor")
    gpus = _known([pipeline.cluster.gpus_per_worker for pipeline in pipelines])
    if not gpus:
        gpus = [0, *(_gpus(pipeline) for pipeline in pipelines)]
        if max(gpus):
            notes.append("GPUs per worker aren't set: using enough for every actor")
    size = ClusterSize(most, max(cpus), max(gpus))
    return LiveCluster(_with_resources(size, pipelines), tuple(notes))


def _with_resources(size: ClusterSize, pipelines: Sequence[Pipeline]) -> ClusterSize:
    """The cluster with the kinds of workers that a pipeline names, if they have resources."""
    named = (pipeline.cluster.groups for pipeline in pipelines)
    for groups in named:
        sizes = sum(group.workers for group in groups)
        if sizes == size.workers and any(group.resources for group in groups):
            return unequal(groups)
    return size


def _known(figures: Sequence[Quantity | None]) -> list[int]:
    return [figure.count for figure in figures if figure is not None and figure.known]


def _cpus(pipeline: Pipeline, workers: int) -> int:
    asked = (
        math.ceil(_number(call.udf.concurrency, 0) / workers) * _number(call.udf.cpus, 1)
        for step in pipeline.plan.steps
        for call in step.calls
        if call.udf.is_actor_pool
    )
    return math.ceil(sum(asked))


def _gpus(pipeline: Pipeline) -> int:
    asked = (
        _number(call.udf.concurrency, 1) * _number(call.udf.gpus, 0)
        for step in pipeline.plan.steps
        for call in step.calls
    )
    return math.ceil(sum(asked))


def _number(quantity: Quantity | None, unset: float) -> float:
    if quantity is None:
        return unset
    return quantity.high if math.isfinite(quantity.high) else quantity.low
