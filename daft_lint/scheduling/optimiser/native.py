"""Pipelines on the native runner: one worker, on which pools are processes.

Measured on Daft 0.7.26: `repartition` and `into_partitions` do nothing there but warn. What a
source gives for each of its files is cut into morsels by itself, and a process takes one morsel at
a time. CPUs and GPUs that a pool asks for hold no process back. `into_batches` cuts all rows in
turn: its pieces are what the steps behind it get. `sort` joins all rows: those behind it come as
from memory, in pieces of 131,072 rows.
"""

from __future__ import annotations

from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, Plan
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.plan.replacing import Replacing
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS, Dropped

NATIVE = Runner(RunnerKind.NATIVE, certain=True)
_ONE = exactly(1, Origin(OriginKind.ENGINE, "the native runner is one worker"))
ONE_WORKER = Cluster(_ONE)


def runs_natively(pipeline: Pipeline) -> bool:
    """Whether it is surely the native runner's, or taken for that."""
    runner = pipeline.runner
    return runner.kind is RunnerKind.NATIVE and (runner.certain or runner.taken)


def without_repartitions(plan: Plan) -> tuple[Plan, tuple[Dropped, ...]]:
    """The plan without the steps that the native runner passes over, and these."""
    over: list[Dropped] = []

    def passed(step: Operator) -> Operator | tuple[Operator, ...]:
        if step.kind not in REPARTITIONS:
            return _in_turn(step)
        over.append(Dropped(step, "it does nothing on the native runner", None))
        return ()

    return Replacing(passed).plan(plan), tuple(over)


def _in_turn(step: Operator) -> Operator:
    """An `into_batches` that cuts all rows in turn, or a sort that joins them, of any partition."""
    if step.kind is OperatorKind.SORT:
        return replace(step, count=_ONE)
    cuts = step.kind is OperatorKind.INTO_BATCHES and step.cut is None
    return replace(step, cut=step.count) if cuts else step
