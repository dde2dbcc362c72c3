"""DFT201: an into_batches without a useful effect."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.findings import Confidence, Fix, Related, Safety
from daft_lint.plan.changes import Removal
from daft_lint.plan.pipeline import Action, ActionKind, Operator, OperatorKind
from daft_lint.plan.quantity import Quantity
from daft_lint.rule import Case, Problem, assuming_unshared, rule
from daft_lint.scheduling.partitions.flow import Step
from daft_lint.scheduling.partitions.task_work import counts_bytes

_SHUFFLES = frozenset(
    {
        OperatorKind.HASH_REPARTITION,
        OperatorKind.RANDOM_REPARTITION,
        OperatorKind.INTO_PARTITIONS,
    }
)
# Actions whose result doesn't show how the rows were cut.
_BLIND_TO_BATCHES = frozenset({ActionKind.COUNT, ActionKind.TO_DRIVER})


@rule("DFT201", "unnecessary-into-batches", needs_work=True, since="0.1.0")
def unnecessary_into_batches(case: Case) -> Iterator[Problem]:
    """An into_batches without a useful effect, which costs a pass over the rows.

    ## What it does

    Fires on an `into_batches` in four situations:

    - another `into_batches` follows directly: Daft drops the first;
    - a `repartition`, or on a single partition an `into_partitions`, follows directly: it
      redistributes the rows, which are still light;
    - one worker and one partition, and the pool that follows has a `batch_size` of its own that
      divides the batches evenly: it cuts the rows the same way;
    - nothing follows except that the result is pulled to the driver or counted.

    It isn't reported if another pipeline of the file may need it. Elsewhere it does something: it
    splits a partition into tasks for several workers, it cuts the tasks of a row-wise UDF, it keeps
    heavy rows in small tasks, or it decides how many files a write makes.

    ## Why it is bad

    Every task is materialised and submitted again. With small batches that is thousands of tasks:
    4,000 rows in `into_batches(20)` made 200 tasks and a utilisation of 41% (four workers, three
    actors, Daft 0.7.26).

    ## Example

    ```python
    df = df.into_batches(64).repartition(16)
    ```

    ## Use instead

    ```python
    df = df.repartition(16)
    ```

    ## Fix safety

    Safe where another `into_batches` follows in the same chain: Daft doesn't run the step, and the
    plan is the same without it. Unsafe otherwise: the rows stay the same, but batch boundaries may
    move.

    ## References

    - [How Daft schedules](../how-daft-schedules.md)
    - "Tuning Daft's Distributed UDFs: Lessons from ByteDance", caveats with `into_batches`
    """
    yield from case.everywhere(_needless)


def _without(step: Operator, safety: Safety = Safety.UNSAFE) -> Fix:
    return Fix("remove this into_batches", safety, changes=(Removal(step),))


def _needless(case: Case) -> Iterator[Problem]:
    for dropped in case.prediction.optimised.dropped:
        if dropped.operator.kind is OperatorKind.INTO_BATCHES and dropped.by is not None:
            last = dropped.by
            assumptions = assuming_unshared(dropped.operator, last)
            line = last.span.line_from(dropped.operator.span)
            yield Problem(
                span=dropped.operator.span,
                message=f"`into_batches` on {line} overrides this one: of several in a row, only "
                "the last one runs",
                remedy=_without(dropped.operator, Safety.UNSAFE if assumptions else Safety.SAFE),
                on_ray=False,
                assumptions=assumptions,
                related=(Related(last.span, "this one runs"),),
            )
    for step in case.prediction.flow.steps:
        if step.operator.kind is OperatorKind.INTO_BATCHES and not step.operator.maybe:
            yield from _of_no_effect(case, step)


def _of_no_effect(case: Case, step: Step) -> Iterator[Problem]:
    following = step.behind[0] if step.behind else None
    action = case.pipeline.action
    if following is None:
        if _is_whole(case, step) and action is not None and action.kind in _BLIND_TO_BATCHES:
            yield _unseen(step.operator, action)
    elif following.maybe:
        return
    elif following.kind in _SHUFFLES and _is_dealt_out_anew(step, following):
        line = following.span.line_from(step.operator.span)
        yield Problem(
            span=step.operator.span,
            message=f"`{following.method}` on {line} redistributes the rows: how they were cut "
            "here is lost",
            remedy=_without(step.operator),
            rests_on=(step.before.count,) if following.kind is OperatorKind.INTO_PARTITIONS else (),
            assumptions=assuming_unshared(step.operator, following),
            related=(Related(following.span, "the rows are redistributed here"),),
        )
    elif _cut_by_pool(case, step, following):
        name = following.calls[0].udf.name
        yield Problem(
            span=step.operator.span,
            message=f"with one worker and one partition, `{name}` cuts its rows by its own "
            "batch_size anyway",
            remedy=_without(step.operator),
            rests_on=_one_and_one(case, step),
            at_most=_as_sure_as(action),
            assumptions=assuming_unshared(step.operator, following),
            related=(Related(following.calls[0].span, "this pool cuts its own batches"),),
        )


def _is_whole(case: Case, step: Step) -> bool:
    """Whether a step is of the main plan, not of the other side of a join or concat."""
    return step.plan is case.prediction.optimised.plan


def _unseen(cut: Operator, action: Action) -> Problem:
    """The frame may be used out of sight, unless the action follows in the same chain."""
    chained = (cut.span.end_line, cut.span.end_column + 1) == (action.span.line, action.span.column)
    return Problem(
        span=cut.span,
        message=f"nothing after this works in batches: the result of `{action.method}` doesn't "
        "depend on how the rows were cut",
        remedy=_without(cut),
        on_ray=False,
        at_most=Confidence.CERTAIN if chained else Confidence.POSSIBLE,
        related=(Related(action.span, "the result is read here"),),
    )


def _is_dealt_out_anew(step: Step, following: Operator) -> bool:
    """Cutting heavy rows first makes for a lighter shuffle; cutting many partitions, for even ones.

    `into_partitions` merges neighbours, so that equal batches come out as equal partitions.
    """
    if any(earlier.heavy or earlier.calls for earlier in step.ahead):
        return False
    return following.kind is not OperatorKind.INTO_PARTITIONS or step.before.count.high <= 1


def _cut_by_pool(case: Case, step: Step, following: Operator) -> bool:
    """One task before and the same morsels after: the pool gets what it would have got anyway.

    Where its batch_size leaves a rest of each batch, the morsels are others without it: of 1,200
    rows in batches of 200 four actors with a batch_size of 32 had a utilisation of 0.96 in three
    runs, and without the step 0.92 (Daft 0.7.26, Ray).
    """
    workers, cut = case.pipeline.cluster.workers, step.operator.count
    if len(following.calls) != 1 or workers is None or cut is None:
        return False
    udf = following.calls[0].udf
    return (
        udf.is_actor_pool
        and udf.batch_size is not None
        and _divides(udf.batch_size, cut)
        and workers.high <= 1
        and step.before.count.high <= 1
        and counts_bytes(step.plan.source, step.ahead) is False
        and not any(each_step.operator.heavy for each_step in case.prediction.flow.steps)
    )


def _divides(batch_size: Quantity, cut: Quantity) -> bool:
    return batch_size.known and cut.known and cut.count % max(1, batch_size.count) == 0


def _as_sure_as(action: Action | None) -> Confidence:
    """A write makes a file for each task, so there the cut may be meant."""
    written = action is not None and action.kind is ActionKind.WRITE
    return Confidence.POSSIBLE if written else Confidence.CERTAIN


def _one_and_one(case: Case, step: Step) -> tuple[Quantity, ...]:
    workers = case.pipeline.cluster.workers
    return (step.before.count, *((workers,) if workers is not None else ()))
