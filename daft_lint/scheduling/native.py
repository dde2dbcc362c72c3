"""Pipelines on the native runner: one worker, on which pools are processes.

Measured on Daft 0.7.26: `repartition` and `into_partitions` do nothing there but warn. What a
source gives for each of its files is cut into morsels by itself, and a process takes one morsel at
a time. CPUs and GPUs that a pool asks for hold no process back.
"""

from __future__ import annotations

from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import Pipeline, Plan
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.scheduling.moves import REPARTITIONS

NATIVE = Runner(RunnerKind.NATIVE, certain=True)
ONE_WORKER = Cluster(exactly(1, Origin(OriginKind.ENGINE, "the native runner is one worker")))


def runs_natively(pipeline: Pipeline) -> bool:
    """Whether nothing but the native runner is in sight."""
    return pipeline.runner.kind is RunnerKind.NATIVE and pipeline.runner.certain


def without_repartitions(plan: Plan) -> Plan:
    """The plan without the steps that the native runner passes over."""
    return plan.with_operators(
        tuple(
            step.with_inputs(tuple(map(without_repartitions, step.inputs)))
            for step in plan.operators
            if step.kind not in REPARTITIONS
        )
    )
