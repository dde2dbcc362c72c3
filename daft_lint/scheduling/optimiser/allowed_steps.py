"""The steps that Daft allows in a plan: what no remedy may put into it.

Measured on Daft 0.7.26 with Ray 2.59. Behind a source with `checkpoint=` a query that has a
repartition, `into_partitions`, limit, sample, sort, aggregation, join or concat raises when it runs
(`rewrite_checkpoint_source.rs`). `into_batches` passes, but the retry of a failed run loses the
rows that it held (Daft issue 7373). Beside a limit or a show, `into_partitions` never ends (Daft
issue 7400).
"""

from __future__ import annotations

from collections.abc import Sequence

from daft_lint.plan.changes import Change, Insertion, Removal, Replacement
from daft_lint.plan.pipeline import ActionKind, Operator, OperatorKind, Pipeline
from daft_lint.plan.span import Span
from daft_lint.scheduling.optimiser.optimiser_rules import REPARTITIONS

HANGS = "on Ray, into_partitions hangs together with a limit or show (Daft issue 7400)"
"""Why there is no into_partitions beside a limit."""

ONLY_FILES = (
    "behind a source with `checkpoint=`, Daft refuses repartitions, and into_batches loses rows "
    "when a failed run is repeated (Daft issue 7373)"
)
"""Why other input files are all that makes other tasks of a source with checkpoints."""


def refusal(pipeline: Pipeline, changes: tuple[Change, ...]) -> str | None:
    """Why a pipeline doesn't allow a step of some changes, None where it allows all of them.

    What is there already may move, and have another number.
    """
    there = {change.operator.kind for change in changes if isinstance(change, Removal)}
    for change in changes:
        if isinstance(change, Insertion):
            reason = _refused(pipeline, change.step.kind, change.before.span)
        elif isinstance(change, Replacement) and change.operator.kind is not change.step.kind:
            reason = _refused(pipeline, change.step.kind, change.operator.span)
        else:
            continue
        if reason is not None and change.step.kind not in there:
            return reason
    return None


def _refused(pipeline: Pipeline, kind: OperatorKind, place: Span) -> str | None:
    cuts = kind in REPARTITIONS or kind is OperatorKind.INTO_BATCHES
    if cuts and any(source.checkpointed for source in pipeline.plan.sources):
        return ONLY_FILES
    if kind is OperatorKind.INTO_PARTITIONS and limit_beside(pipeline, place) is not None:
        return HANGS
    return None


def limit_beside(
    pipeline: Pipeline, place: Span, written: Sequence[Operator] | None = None
) -> Span | None:
    """Where the plan that runs the step at a place has a limit or a show, on either side of it.

    What a barrier cuts runs for itself. A step on another side of a join may run with all that is
    `written`, which a caller that knows it may give.
    """
    written = [*pipeline.plan.steps] if written is None else written
    action = pipeline.action
    show = action.span if action is not None and action.kind is ActionKind.SHOW else None
    if show is None and all(step.kind is not OperatorKind.LIMIT for step in written):
        return None
    plans: list[list[Operator]] = [[]]
    for step in pipeline.plan.operators:
        plans[-1].append(step)
        if step.kind is OperatorKind.BARRIER:
            plans.append([])
    own = next((plan for plan in plans if any(step.span == place for step in plan)), None)
    steps = written if own is None else own
    limits = (step.span for step in steps if step.kind is OperatorKind.LIMIT)
    return next(limits, show if own is None or own is plans[-1] else None)
